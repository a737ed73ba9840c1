// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import dev.falcon.data.store.EmbeddingStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The reliability of a store's own similarities: the part of their variance that is due to the
 * images rather than to single captions. It is the intraclass correlation of the own similarities
 * of an image's captions, by a one-way analysis of variance, and serves as {@link
 * PositiveMargin#ownWeight()}.
 *
 * <p>Memory: about 100 bytes per image, and its id; between texts, also one vector for each image
 * of which an odd number of texts has been read so far.
 */
public final class OwnReliability {
  /**
   * The default weight if no image has several captions, chosen by measurements on captions and on
   * Scenes.
   */
  public static final float USUAL_WEIGHT = 0.5f;

  private OwnReliability() {}

  /** Sums over the rows of one image. */
  private static final class Image {
    private long rows;
    private double sum;
    private double squares;

    private void add(double own) {
      if (Double.isFinite(own)) {
        rows++;
        sum += own;
        squares += own * own;
      }
    }
  }

  /**
   * Returns the reliability of the similarities of captions to their own images, in [0, 1]; empty
   * if no image of the store has two rows with finite own similarities, or only one image has any.
   */
  public static OptionalDouble of(EmbeddingStore store) {
    Map<String, Image> images = new HashMap<>();
    float[] image = new float[store.imageLength()];
    float[] text = new float[store.dimension()];
    for (long row = 0; row < store.rows(); row++) {
      Optional<String> id = store.imageId(row);
      if (id.isPresent()) {
        store.readRange(row, row + 1, image, text);
        images.computeIfAbsent(id.get(), key -> new Image()).add(highestCosine(image, text));
      }
    }
    return of(images);
  }

  /**
   * Returns the reliability of a text's similarity to another text of its image, in [0, 1], from
   * disjoint pairs of an image's texts in the order of rows; empty if fewer than two images have
   * two such pairs.
   */
  public static OptionalDouble ofTexts(EmbeddingStore store) {
    Map<String, Image> images = new HashMap<>();
    Map<String, float[]> waiting = new HashMap<>();
    float[] image = new float[store.imageLength()];
    float[] text = new float[store.dimension()];
    for (long row = 0; row < store.rows(); row++) {
      Optional<String> id = store.imageId(row);
      if (id.isPresent()) {
        store.readRange(row, row + 1, image, text);
        float[] before = waiting.remove(id.get());
        if (before == null) {
          waiting.put(id.get(), text.clone());
        } else {
          images.computeIfAbsent(id.get(), key -> new Image()).add(highestCosine(before, text));
        }
      }
    }
    return of(images);
  }

  private static OptionalDouble of(Map<String, Image> images) {
    images.values().removeIf(each -> each.rows < 2);
    return images.size() < 2 ? OptionalDouble.empty() : correlation(images);
  }

  private static double highestCosine(float[] image, float[] text) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int from = 0; from < image.length; from += text.length) {
      double cosine = 0;
      for (int k = 0; k < text.length; k++) {
        cosine += (double) image[from + k] * text[k];
      }
      highest = Math.max(highest, cosine);
    }
    return highest;
  }

  /**
   * Returns the correlation for groups of unequal sizes, with the mean size that is usual in this
   * analysis.
   */
  private static OptionalDouble correlation(Map<String, Image> images) {
    // Sorted, so that the order of the map does not decide the last bits.
    double[][] groups =
        images.values().stream()
            .map(each -> new double[] {each.rows, each.sum, each.squares})
            .sorted(Arrays::compare)
            .toArray(double[][]::new);
    double rows = 0;
    double sum = 0;
    double squaredSizes = 0;
    double within = 0;
    for (double[] group : groups) {
      rows += group[0];
      sum += group[1];
      squaredSizes += group[0] * group[0];
      within += group[2] - group[1] * group[1] / group[0];
    }
    double between = -sum * sum / rows;
    for (double[] group : groups) {
      between += group[1] * group[1] / group[0];
    }
    double meanBetween = between / (groups.length - 1);
    double meanWithin = within / (rows - groups.length);
    double size = (rows - squaredSizes / rows) / (groups.length - 1);
    double total = meanBetween + (size - 1) * meanWithin;
    return total > 0
        ? OptionalDouble.of(Math.max(0, Math.min(1, (meanBetween - meanWithin) / total)))
        : OptionalDouble.empty();
  }
}
