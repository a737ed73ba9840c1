package dev.falcon.data.statistics.labelled;

import java.util.Arrays;

/**
 * A share by labels that were drawn at random within bins of a judge's score: the bins' own shares,
 * each counting by its part of the weight. The judge only orders the members, so that a bad one
 * costs few labels, and none can bias the estimate.
 *
 * @param bins the bin of each member, numbered from 0 // [members]
 * @param weights how many each member stands for, above 0 // [members]
 * @param clusters which members share something
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScoreStrata(int[] bins, double[] weights, LabelClusters clusters) {
  private static final int FEWEST = 2;

  /** An answer that is not there. */
  public static final byte NO_LABEL = -1;

  /**
   * Estimates the share of members whose answer is 1. A bin of fewer than two labels joins the one
   * below it; the lowest joins the one above.
   *
   * @param answers 1 or 0, or {@link #NO_LABEL}; at least one is there // [members]
   */
  public LabelledShare estimate(byte[] answers) {
    int[] joined = joined(answers);
    int count = Arrays.stream(joined).max().orElse(0) + 1;
    double all = Arrays.stream(weights).sum();
    double[] part = new double[count];
    int[] labels = new int[count];
    double[] weight = new double[count];
    double[] squares = new double[count];
    double[] positive = new double[count];
    for (int i = 0; i < joined.length; i++) {
      int bin = joined[i];
      part[bin] += weights[i];
      if (answers[i] >= 0) {
        labels[bin]++;
        weight[bin] += weights[i];
        squares[bin] += weights[i] * weights[i];
        positive[bin] += answers[i] * weights[i];
      }
    }
    double share = 0;
    double kish = 0;
    for (int bin = 0; bin < count; bin++) {
      part[bin] /= all;
      share += part[bin] * positive[bin] / weight[bin];
      kish += part[bin] * part[bin] * squares[bin] / (weight[bin] * weight[bin]);
    }
    double[] influences = new double[joined.length];
    for (int i = 0; i < joined.length; i++) {
      int bin = joined[i];
      double own = positive[bin] / weight[bin];
      influences[i] = weights[i] / all * (own - share);
      if (answers[i] >= 0) {
        double spread = Math.sqrt((double) labels[bin] / Math.max(labels[bin] - 1, 1));
        influences[i] += part[bin] * weights[i] / weight[bin] * spread * (answers[i] - own);
      }
    }
    return new LabelledShare(share, clusters.variance(influences), 1 / kish, influences);
  }

  /**
   * The bins, numbered without gaps, each with at least two labels where there is more than one.
   */
  int[] joined(byte[] answers) {
    int[] joined = bins.clone();
    closeGaps(joined);
    while (true) {
      int count = Arrays.stream(joined).max().orElse(0) + 1;
      int[] labels = new int[count];
      for (int i = 0; i < joined.length; i++) {
        labels[joined[i]] += answers[i] >= 0 ? 1 : 0;
      }
      int poorest = 0;
      for (int bin = 1; bin < count; bin++) {
        poorest = labels[bin] < labels[poorest] ? bin : poorest;
      }
      if (count == 1 || labels[poorest] >= FEWEST) {
        return joined;
      }
      int into = poorest == 0 ? 1 : poorest - 1;
      for (int i = 0; i < joined.length; i++) {
        joined[i] = joined[i] == poorest ? into : joined[i];
      }
      closeGaps(joined);
    }
  }

  private static void closeGaps(int[] bins) {
    int[] used = Arrays.stream(bins).distinct().sorted().toArray();
    Arrays.setAll(bins, i -> Arrays.binarySearch(used, bins[i]));
  }
}
