// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.image.Raster;
import java.nio.FloatBuffer;
import java.util.List;

/** Generated inputs that are the same on every machine, one row per caption. */
public final class SampleInputs {
  /** Short and long texts, with and without need of cleaning. */
  public static final List<String> CAPTIONS =
      List.of(
          "a photo of a cat",
          "two red circles above a small blue square",
          "Rock &amp; roll: “the band” plays on…",
          "A man's dog, running-fast on the beach!",
          "café décor",
          "x",
          "a group of people who stand around a long wooden table with many plates, glasses and"
              + " bottles on it while somebody in the background takes a picture of all of them",
          "1 2 3");

  /** Queries, one for each caption, for models of pairs of texts. */
  public static final List<String> QUERIES =
      List.of(
          "Which animal is shown?",
          "two circles",
          "who plays",
          "a dog at the sea",
          "a room",
          "",
          "people at a table",
          "numbers");

  /** Number of rows. */
  public static final int ROWS = CAPTIONS.size();

  private static final int WIDTH = 96;
  private static final int HEIGHT = 80;

  private SampleInputs() {}

  /** Fills the buffer with pictures of random rectangles, preprocessed by the transform. */
  public static FloatBuffer pictures(ImageTransform transform, FloatBuffer batch) {
    Preprocessor preprocessor = new Preprocessor(transform);
    for (int row = 0; row < ROWS; row++) {
      preprocessor.apply(picture(row), batch, row * transform.outputLength());
    }
    return batch;
  }

  private static Raster picture(int row) {
    RandomStream random = RandomStream.of(0, "sample picture", row);
    byte[] samples = new byte[3 * WIDTH * HEIGHT];
    for (int rectangle = 0; rectangle < 12; rectangle++) {
      int left = random.nextInt(WIDTH);
      int top = random.nextInt(HEIGHT);
      int right = left + 1 + random.nextInt(WIDTH - left);
      int bottom = top + 1 + random.nextInt(HEIGHT - top);
      int colour = random.nextInt(1 << 24);
      for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
          int at = 3 * (y * WIDTH + x);
          samples[at] = (byte) (colour >> 16);
          samples[at + 1] = (byte) (colour >> 8);
          samples[at + 2] = (byte) colour;
        }
      }
    }
    return Raster.rgb(WIDTH, HEIGHT, samples);
  }

  /** Returns quantile features, of which each row ascends and sums to 1 // [ROWS x m]. */
  public static float[] features(int m) {
    float[] features = new float[ROWS * m];
    for (int row = 0; row < ROWS; row++) {
      double sum = 0;
      for (int i = 0; i < m; i++) {
        sum += StrictMath.exp(similarity(row, i, m));
      }
      for (int i = 0; i < m; i++) {
        features[row * m + i] = (float) (StrictMath.exp(similarity(row, i, m)) / sum);
      }
    }
    return features;
  }

  private static double similarity(int row, int i, int m) {
    return (row + 1.0) / ROWS * (2 * (i + 1.0) / m - 1);
  }
}
