// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The decisions of a classifier. Memory: a few bytes per image, since the logits are not kept, so
 * that a task of any size fits into memory.
 *
 * <p>As in the reference evaluator, there are two rules for the predicted class, which differ for
 * exact ties: accuracy uses {@link TopK}; recalls and group metrics use the lowest index of the
 * largest logit. Not thread-safe.
 */
public final class Decisions {
  /** The least number of classes with top-5 accuracy. */
  public static final int TOP_FIVE = TieBudget.TOP_FIVE;

  private static final int FIRST_CAPACITY = 1024;

  private final int classes;
  private final TieBudget.Builder margins = new TieBudget.Builder();
  private int[] labels = new int[FIRST_CAPACITY];
  private int[] predicted = new int[FIRST_CAPACITY];
  private boolean[] hit1 = new boolean[FIRST_CAPACITY];
  private boolean[] hit5 = new boolean[FIRST_CAPACITY];
  private int count;

  /**
   * Creates an empty list of decisions.
   *
   * @param classes the number of classes of the classifier, at least 1
   */
  public Decisions(int classes) {
    this.classes = classes;
  }

  /**
   * Adds an image.
   *
   * @param logits 100 times the cosine to each class's text vector // [classes]
   * @param label the right class, at least 0. A label beyond the last class is never predicted;
   *     there may be such labels, since blank lines in a list of class names are dropped without
   *     changing the labels
   */
  public void add(float[] logits, int label) {
    add(new float[][] {logits}, new int[] {label});
  }

  /**
   * Adds images, on all cores.
   *
   * @param logits the logits of each image // [images x classes]
   * @param rightClasses the right class of each image, as in {@link #add(float[], int)}
   */
  public void add(float[][] logits, int[] rightClasses) {
    double[] margin = new double[logits.length];
    reserve(count + logits.length);
    IntStream.range(0, logits.length)
        .parallel()
        .forEach(i -> margin[i] = decide(count + i, logits[i], rightClasses[i]));
    for (double each : margin) {
      margins.add(each);
    }
    count += logits.length;
  }

  /** Records the decision on an image, and returns its margin. */
  private double decide(int image, float[] logits, int label) {
    if (logits.length != classes || label < 0) {
      throw new IllegalArgumentException(
          "expected " + classes + " logits and a label; got " + logits.length + ", " + label);
    }
    labels[image] = label;
    predicted[image] = argMax(logits);
    int[] top = new TopK().of(logits, hasTopFive() ? TOP_FIVE : 1);
    hit1[image] = top[0] == label;
    hit5[image] = contains(top, label);
    return TieBudget.classificationMargin(logits, label);
  }

  /** Returns the number of images added. */
  public int count() {
    return count;
  }

  /** Returns the number of classes. */
  public int classes() {
    return classes;
  }

  /** Returns whether there are enough classes for top-5 accuracy. */
  public boolean hasTopFive() {
    return classes >= TOP_FIVE;
  }

  /** Returns the right class of an image. */
  public int label(int image) {
    return labels[image];
  }

  /** Returns the class with the largest logit; the lowest such class for ties. */
  public int predicted(int image) {
    return predicted[image];
  }

  /** Returns whether the first of the top-k selection is right. */
  public boolean isTopOneHit(int image) {
    return hit1[image];
  }

  /**
   * Returns whether the right class is in the top-5 selection, or in the top-1 selection if there
   * are fewer than five classes.
   */
  public boolean isTopFiveHit(int image) {
    return hit5[image];
  }

  /** Returns the numbers of decisions that are near a tie. */
  public TieBudget tieBudget() {
    return margins.build();
  }

  /** Returns the index of the largest value; the lowest such index for ties. */
  public static int argMax(float[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] > values[best]) {
        best = i;
      }
    }
    return best;
  }

  private static boolean contains(int[] values, int wanted) {
    for (int value : values) {
      if (value == wanted) {
        return true;
      }
    }
    return false;
  }

  private void reserve(int images) {
    if (images <= labels.length) {
      return;
    }
    int capacity = Math.max(images, 2 * labels.length);
    labels = Arrays.copyOf(labels, capacity);
    predicted = Arrays.copyOf(predicted, capacity);
    hit1 = Arrays.copyOf(hit1, capacity);
    hit5 = Arrays.copyOf(hit5, capacity);
  }
}
