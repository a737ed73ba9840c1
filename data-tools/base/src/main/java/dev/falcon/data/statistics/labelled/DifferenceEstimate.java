// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import java.util.Arrays;

/**
 * The difference estimator of a share, for labels drawn with known probabilities: the mean of a
 * judge's scores over all members, corrected by the differences between labels and scores, each
 * weighted by the inverse of its probability (Särndal et al., 1992; prediction-powered inference,
 * Angelopoulos et al., 2023). Without a judge ({@code factor} 0), it is Hájek's mean of the labels.
 *
 * @param scores the judge's score of each member, finite // [members]
 * @param weights how many members each member represents, above 0 // [members]
 * @param chances the probability with which each member was drawn for labelling, in (0, 1]; read
 *     only for labelled members // [members]
 * @param clusters the clusters of the members
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DifferenceEstimate(
    double[] scores, double[] weights, double[] chances, LabelClusters clusters) {
  /**
   * Estimates the share of members whose answer is 1.
   *
   * @param answers 1 or 0, or {@link ScoreStrata#NO_LABEL}; at least one member must be labelled //
   *     [members]
   * @param factor the weight of the scores; 0 to ignore them
   */
  public LabelledShare estimate(byte[] answers, double factor) {
    double all = 0;
    double mean = 0;
    double sum = 0;
    double squares = 0;
    double difference = 0;
    for (int i = 0; i < answers.length; i++) {
      all += weights[i];
      mean += weights[i] * scores[i];
      if (answers[i] >= 0) {
        double weight = weights[i] / chances[i];
        sum += weight;
        squares += weight * weight;
        difference += weight * (answers[i] - factor * scores[i]);
      }
    }
    mean /= all;
    difference /= sum;
    double[] drawing = new double[answers.length];
    double[] labelling = new double[answers.length];
    for (int i = 0; i < answers.length; i++) {
      drawing[i] = weights[i] / all * factor * (scores[i] - mean);
      if (answers[i] >= 0) {
        labelling[i] =
            weights[i] / chances[i] / sum * (answers[i] - factor * scores[i] - difference);
      }
    }
    double[] influences = new double[answers.length];
    Arrays.setAll(influences, i -> drawing[i] + labelling[i]);
    return new LabelledShare(
        factor * mean + difference,
        clusters.variance(influences),
        clusters.independent(labelling),
        clusters.independent(drawing),
        sum * sum / squares,
        influences);
  }

  /**
   * Returns the factor that minimises the variance: the labelled members' covariance of answer and
   * score, divided by the variance of all scores, limited to the range from 0 to full weight.
   */
  public double tuned(byte[] answers) {
    double all = 0;
    double mean = 0;
    double sum = 0;
    double meanAnswer = 0;
    double meanScore = 0;
    int labels = 0;
    for (int i = 0; i < answers.length; i++) {
      all += weights[i];
      mean += weights[i] * scores[i];
      if (answers[i] >= 0) {
        double weight = weights[i] / chances[i];
        labels++;
        sum += weight;
        meanAnswer += weight * answers[i];
        meanScore += weight * scores[i];
      }
    }
    double variance = 0;
    double covariance = 0;
    for (int i = 0; i < answers.length; i++) {
      double deviation = scores[i] - mean / all;
      variance += weights[i] / all * deviation * deviation;
      if (answers[i] >= 0) {
        covariance +=
            weights[i]
                / chances[i]
                / sum
                * (answers[i] - meanAnswer / sum)
                * (scores[i] - meanScore / sum);
      }
    }
    double most = (double) answers.length / Math.max(1, answers.length - labels);
    return variance == 0 ? 0 : Math.min(most, Math.max(0, covariance / variance));
  }
}
