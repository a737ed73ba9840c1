package dev.falcon.training.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.Provenance;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A comparison, as far as it has come.
 *
 * @param provenance of the tables
 * @param arithmetic the revision of the training arithmetic of all runs
 * @param commits of Falcon that made the runs
 * @param name of the comparison
 * @param baseline from which differences are taken
 * @param pace relative to which times are
 * @param complete whether all runs have come to their ends
 * @param variants in the comparison's order
 * @param claims the paper's, with what these runs say of them
 * @param published the paper's scores where they can be set beside these
 * @param references the paper's further tables that the comparison names
 */
public record ComparisonResult(
    Provenance provenance,
    int arithmetic,
    List<String> commits,
    String name,
    String baseline,
    String pace,
    boolean complete,
    List<VariantResult> variants,
    List<Claim> claims,
    List<Published> published,
    List<Reference> references) {

  /** How many runs have come to their ends, be they good or not. */
  public long ended() {
    return runs()
        .filter(run -> run.status().equals("finished") || run.status().equals("diverged"))
        .count();
  }

  /** All runs of all variants. */
  public Stream<RunResult> runs() {
    return variants.stream().flatMap(variant -> variant.runs().stream());
  }

  /**
   * A variant over its seeds.
   *
   * @param measures by {@link Measure#key}
   * @param differences from the baseline's run of the same seed
   * @param slope of the reward on the quantile, all seeds together; null where there is no reward
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record VariantResult(
      String name,
      String about,
      List<RunResult> runs,
      Map<String, Spread> measures,
      Map<String, Difference> differences,
      SlopeResult slope) {}

  /**
   * A run.
   *
   * @param status finished, diverged, failed, interrupted or missing
   * @param reason of a run that has diverged or failed; null else
   * @param steps taken
   * @param values by {@link Measure#key}; of a run that is not finished those that are known
   * @param epochs in order
   * @param slope of the reward on the quantile; null where there is no reward
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RunResult(
      long seed,
      String status,
      String reason,
      long steps,
      Map<String, Double> values,
      List<EpochResult> epochs,
      SlopeResult slope) {}

  /**
   * An epoch of a run, averages over its steps; what is not known is null.
   *
   * @param epoch counted from 0, the uniform one
   * @param fnBatch truly matching pairs of all in a batch, in percent
   * @param fnNext the same of a sample and the next in the chain
   * @param fnMatching the same of matching's negatives
   * @param quantile mean of all anchors' quantiles, as they were used
   * @param quantileDeviation of all anchors' quantiles
   * @param reward mean
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record EpochResult(
      int epoch,
      int steps,
      double itc,
      double itm,
      double mlm,
      Double fnBatch,
      Double fnNext,
      Double fnMatching,
      Double quantile,
      Double quantileDeviation,
      Double reward,
      Double alpha,
      Double beta) {}

  /**
   * Values over seeds.
   *
   * @param deviation of the sample, with n - 1; null for one value
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spread(int n, double mean, Double deviation) {}

  /**
   * Differences by seed.
   *
   * @param half of the 95 % interval of the mean by Student's t; null for one pair
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Difference(int n, double mean, Double deviation, Double half) {
    /** Whether the interval leaves 0 out. */
    public boolean clear() {
      return half != null && Math.abs(mean) > half;
    }
  }

  /**
   * Least squares of a batch's reward on its mean quantile, after each epoch's means are taken out.
   *
   * @param batches how many
   * @param slope the reward's change from q = 0 to q = 1
   * @param error standard error of the slope
   * @param rewardMean of all batches
   * @param rewardDeviation within epochs
   * @param quantileDeviation within epochs
   */
  public record SlopeResult(
      int batches,
      double slope,
      double error,
      double rewardMean,
      double rewardDeviation,
      double quantileDeviation) {
    /** The slope as a part of the mean reward. */
    public double relative() {
      return slope / rewardMean;
    }
  }
}
