package dev.falcon.training.internal.loop.course;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.training.internal.events.Shown;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of metrics.jsonl.
 *
 * @param epoch counted from 0
 * @param step counted from 0 over the run
 * @param learningRate of this step
 * @param losses the loss terms, each under its own name in the line
 * @param gradientNorm global, before clipping
 * @param temperature of the contrast
 * @param falseNegatives by the known truth; null where it is unknown
 * @param sameImage negatives that show their caption's own image, the only known false negatives
 *     without truth; null where the truth is known, or no image has two captions
 * @param objective the objective's own metrics; null for none
 * @param chain the choices of the batch; null for a uniform batch
 * @param policy the scheduler's metrics; null without a scheduler
 * @param shown what is no number, and not in the line
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

  /** The line's keys and values in order; missing values have no key. */
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
   * @param quantileMean of the anchors' quantiles
   * @param quantileDeviation of the anchors' quantiles
   * @param similarityMean of chosen sample and anchor, in [-2, 2]
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
   * @param reward Δ, the mean over the anchors
   * @param alpha mean over the anchors
   * @param beta mean over the anchors
   * @param policyMean mean over the anchors of their distribution's mean
   * @param policyDeviation deviation over the anchors of their distribution's mean
   * @param gradientNorm of the scheduler
   */
  public record PolicyMetrics(
      double reward,
      double alpha,
      double beta,
      double policyMean,
      double policyDeviation,
      double gradientNorm) {}
}
