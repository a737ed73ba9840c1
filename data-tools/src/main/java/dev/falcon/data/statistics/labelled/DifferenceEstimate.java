package dev.falcon.data.statistics.labelled;

import java.util.Arrays;

/**
 * A share by labels of known chances: the mean of a judge's scores over all members, put right by
 * the labelled members' differences from it, each counting by one over its chance (Särndal et al.,
 * 1992; prediction-powered inference, Angelopoulos et al., 2023). Without a judge, {@code factor}
 * 0, it is Hájek's mean of the labels, for labels that somebody else drew.
 *
 * @param scores of each member, finite // [members]
 * @param weights how many each member stands for, above 0 // [members]
 * @param chances with which each member was to be labelled, in (0, 1]; read of labelled members //
 *     [members]
 * @param clusters which members share something
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DifferenceEstimate(
    double[] scores, double[] weights, double[] chances, LabelClusters clusters) {
  /**
   * Estimates the share of members whose answer is 1.
   *
   * @param answers 1 or 0, or {@link ScoreStrata#NO_LABEL}; at least one is there // [members]
   * @param factor how much the scores count, 0 to leave them out
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
   * The factor that makes the variance smallest: the labelled members' covariance of answer and
   * score by the variance of all scores, from 0 to where the scores count in full.
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
