// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.training.internal.events.Shown;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of metrics.jsonl.
 *
 * @param epoch the epoch, counted from 0
 * @param step the number of the step in the run, counted from 0
 * @param learningRate the learning rate of this step
 * @param losses the loss terms, each under its own name in the line
 * @param gradientNorm the global norm of the gradient, before clipping
 * @param temperature the temperature of the contrast
 * @param falseNegatives the false negatives by the known truth; null if it is unknown
 * @param sameImage the negatives that show their caption's own image, which are the only known
 *     false negatives without truth; null if the truth is known, or no image has two captions
 * @param objective the objective's own metrics; null for none
 * @param chain the choices of the batch; null for a uniform batch
 * @param policy the scheduler's metrics; null without a scheduler
 * @param shown what event files show besides numbers, which is not in the line
 */
public record StepMetrics(
    int epoch,
    long step,
    double learningRate,
    Map<String, Float> losses,
    double gradientNorm,
    float temperature,
    FalseNegatives falseNegatives,
    FalseNegatives sameImage,
    Object objective,
    ChainMetrics chain,
    PolicyMetrics policy,
    Shown shown) {

  /** Returns the line's keys and values in order; the keys of missing values are left out. */
  @JsonValue
  Map<String, Object> line() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("epoch", epoch);
    line.put("step", step);
    line.put("learning_rate", learningRate);
    line.putAll(losses);
    line.put("gradient_norm", gradientNorm);
    line.put("temperature", temperature);
    line.put("false_negatives", falseNegatives);
    line.put("same_image", sameImage);
    line.put("objective", objective);
    line.put("chain", chain);
    line.put("policy", policy);
    line.values().removeIf(value -> value == null);
    return line;
  }

  /**
   * The choices of a batch.
   *
   * @param quantileMean the mean of the anchors' quantiles
   * @param quantileDeviation the standard deviation of the anchors' quantiles
   * @param similarityMean the mean similarity of chosen sample and anchor, in [-2, 2]
   */
  public record ChainMetrics(double quantileMean, double quantileDeviation, double similarityMean) {
    public static ChainMetrics of(ComposedBatch batch) {
      double sum = 0;
      double squares = 0;
      double similarity = 0;
      int anchors = 0;
      for (int i = 0; i < batch.size(); i++) {
        if (batch.anchors()[i] >= 0) {
          double quantile = batch.quantiles()[i];
          sum += quantile;
          squares += quantile * quantile;
          similarity += batch.similarities()[i];
          anchors++;
        }
      }
      double mean = sum / anchors;
      double variance = Math.max(0, squares / anchors - mean * mean);
      return new ChainMetrics(mean, Math.sqrt(variance), similarity / anchors);
    }
  }

  /**
   * The scheduler's metrics.
   *
   * @param reward the mean of Δ over the anchors
   * @param alpha the mean of alpha over the anchors
   * @param beta the mean of beta over the anchors
   * @param policyMean the mean over the anchors of their distributions' means
   * @param policyDeviation the standard deviation over the anchors of their distributions' means
   * @param gradientNorm the norm of the scheduler's gradient
   */
  public record PolicyMetrics(
      double reward,
      double alpha,
      double beta,
      double policyMean,
      double policyDeviation,
      double gradientNorm) {}
}
