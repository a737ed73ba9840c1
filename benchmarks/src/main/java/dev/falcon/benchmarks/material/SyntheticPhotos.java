// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.RandomStream;
import dev.falcon.data.internal.source.WebDatasetWriter;
import dev.falcon.data.sample.Sample;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/** JPEGs of 640 x 480 pixels that are as costly to decode as photographs. */
public final class SyntheticPhotos {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 480;

  private SyntheticPhotos() {}

  public static List<Sample> samples(int count) throws IOException {
    RandomStream random = RandomStream.of(2, "benchmark images");
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(
          Sample.of(
              String.format(Locale.ROOT, "sample-%06d", i),
              jpeg(random),
              List.of("a photo of noise")));
    }
    return samples;
  }

  /** Writes samples into a tar, and returns where it is. */
  public static Path write(List<Sample> samples, Path tar) {
    try (WebDatasetWriter writer = new WebDatasetWriter(tar)) {
      for (Sample sample : samples) {
        writer.write(sample);
      }
      writer.commit();
    }
    return tar;
  }

  /** Smooth colours with some noise: about as many bytes as a photograph of that size. */
  private static byte[] jpeg(RandomStream random) throws IOException {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    double phase = random.nextDouble();
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int noise = random.nextInt(24);
        int red = (int) (116 + 115 * Math.sin(0.013 * x + 6 * phase)) + noise;
        int green = (int) (116 + 115 * Math.sin(0.017 * y + 4 * phase)) + noise;
        int blue = (int) (116 + 115 * Math.sin(0.005 * (x + y))) + noise;
        image.setRGB(x, y, red << 16 | green << 8 | blue);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "jpg", out);
    return out.toByteArray();
  }
}
