// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.image.Raster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One thread's CPU time to decode pictures and to bring them to CLIP's input of 224 pixels.
 * Argument: a folder of pictures. {@code preprocessing_benchmark.py} measures Pillow on the same
 * files.
 */
public final class PreprocessingBenchmark {
  private static final int ROUNDS = 12;
  private static final int PICTURES_A_ROUND = 120;

  private PreprocessingBenchmark() {}

  /** Prints the median round of each step, in milliseconds a picture. */
  public static void main(String[] arguments) throws IOException {
    List<byte[]> files;
    try (Stream<Path> paths = Files.list(Path.of(arguments[0]))) {
      files = paths.sorted().map(PreprocessingBenchmark::read).toList();
    }
    ImageDecoder decoder = new ImageDecoder();
    Preprocessor preprocessor = new Preprocessor(ImageTransform.clip(224));
    FloatBuffer tensor = FloatBuffer.allocate(preprocessor.transform().outputLength());
    double[] decode = new double[ROUNDS];
    double[] whole = new double[ROUNDS];
    long checksum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = cpuTime();
      for (int i = 0; i < PICTURES_A_ROUND; i++) {
        Raster picture = decoder.decode(files.get(i % files.size()));
        checksum += picture.samples()[0];
      }
      long decoded = cpuTime();
      for (int i = 0; i < PICTURES_A_ROUND; i++) {
        preprocessor.apply(files.get(i % files.size()), tensor, 0);
        checksum += Float.floatToIntBits(tensor.get(0));
      }
      decode[round] = (decoded - start) / 1e6 / PICTURES_A_ROUND;
      whole[round] = (cpuTime() - decoded) / 1e6 / PICTURES_A_ROUND;
    }
    System.out.printf(
        Locale.ROOT,
        "decode %.2f ms, decode to tensor %.2f ms (checksum %d)%n",
        median(decode),
        median(whole),
        checksum);
  }

  private static double median(double[] rounds) {
    Arrays.sort(rounds);
    return (rounds[ROUNDS / 2 - 1] + rounds[ROUNDS / 2]) / 2;
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long cpuTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadCpuTime();
  }
}
