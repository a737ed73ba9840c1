// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The stratified estimate of a share, for labels drawn at random within bins of a judge's score:
 * the mean of the bins' shares, weighted by their parts of the total weight. The judge only orders
 * the members, so a bad judge costs few labels, and no judge can bias the estimate.
 *
 * @param bins the bin of each member, numbered from 0 // [members]
 * @param weights how many members each member represents, above 0 // [members]
 * @param clusters the clusters of the members
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScoreStrata(int[] bins, double[] weights, LabelClusters clusters) {
  private static final int FEWEST = 2;

  /** The answer of a member without a label. */
  public static final byte NO_LABEL = -1;

  /**
   * Estimates the share of members whose answer is 1. A bin with fewer than two labels is joined to
   * the bin below it, and the lowest bin to the one above. Members that share both clusters, such
   * as a pair that was drawn twice, have one answer and count as one label.
   *
   * @param answers 1 or 0, or {@link #NO_LABEL}; at least one member must be labelled // [members]
   */
  public LabelledShare estimate(byte[] answers) {
    int[] joined = joined(answers);
    int count = Arrays.stream(joined).max().orElse(0) + 1;
    double all = Arrays.stream(weights).sum();
    double[] part = new double[count];
    int[] labels = labels(joined, answers, count);
    double[] weight = new double[count];
    double[] positive = new double[count];
    Map<Label, Double> distinct = new LinkedHashMap<>();
    int[] same = clusters.same();
    for (int i = 0; i < joined.length; i++) {
      int bin = joined[i];
      part[bin] += weights[i];
      if (answers[i] >= 0) {
        distinct.merge(new Label(bin, same[i]), weights[i], Double::sum);
        weight[bin] += weights[i];
        positive[bin] += answers[i] * weights[i];
      }
    }
    double[] squares = new double[count];
    distinct.forEach((label, sum) -> squares[label.bin()] += sum * sum);
    double share = 0;
    double kish = 0;
    for (int bin = 0; bin < count; bin++) {
      part[bin] /= all;
      share += part[bin] * positive[bin] / weight[bin];
      kish += part[bin] * part[bin] * squares[bin] / (weight[bin] * weight[bin]);
    }
    double[] drawing = new double[joined.length];
    double[] labelling = new double[joined.length];
    for (int i = 0; i < joined.length; i++) {
      int bin = joined[i];
      double own = positive[bin] / weight[bin];
      drawing[i] = weights[i] / all * (own - share);
      if (answers[i] >= 0) {
        double spread = Math.sqrt((double) labels[bin] / Math.max(labels[bin] - 1, 1));
        labelling[i] = part[bin] * weights[i] / weight[bin] * spread * (answers[i] - own);
      }
    }
    double[] influences = new double[joined.length];
    Arrays.setAll(influences, i -> drawing[i] + labelling[i]);
    return new LabelledShare(
        share,
        clusters.variance(influences),
        clusters.independent(labelling),
        clusters.independent(drawing),
        1 / kish,
        influences);
  }

  /** The members of a bin that share both clusters, which count as one label. */
  private record Label(int bin, int same) {}

  /**
   * Returns the bin of each member after joining. The bins are numbered without gaps; if there is
   * more than one, each has at least two labels // [members].
   */
  int[] joined(byte[] answers) {
    int[] joined = bins.clone();
    closeGaps(joined);
    while (true) {
      int count = Arrays.stream(joined).max().orElse(0) + 1;
      int[] labels = labels(joined, answers, count);
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

  /**
   * Returns the number of bins that were joined to others because they had too few labels.
   *
   * @param answers 1 or 0, or {@link #NO_LABEL} // [members]
   */
  public int merged(byte[] answers) {
    int[] own = bins.clone();
    closeGaps(own);
    int[] joined = joined(answers);
    return Arrays.stream(own).max().orElse(0) - Arrays.stream(joined).max().orElse(0);
  }

  /** Returns the number of labels in each bin // [bins]. */
  private int[] labels(int[] joined, byte[] answers, int count) {
    int[] same = clusters.same();
    Set<Label> distinct = new HashSet<>();
    int[] labels = new int[count];
    for (int i = 0; i < joined.length; i++) {
      if (answers[i] >= 0 && distinct.add(new Label(joined[i], same[i]))) {
        labels[joined[i]]++;
      }
    }
    return labels;
  }

  private static void closeGaps(int[] bins) {
    int[] used = Arrays.stream(bins).distinct().sorted().toArray();
    Arrays.setAll(bins, i -> Arrays.binarySearch(used, bins[i]));
  }
}
