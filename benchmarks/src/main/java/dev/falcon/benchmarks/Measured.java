package dev.falcon.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What benchmarks share. */
final class Measured {
  private Measured() {}

  static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /** The middle of the rounds; of an even number the upper one. */
  static double median(double[] rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(folder)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
