package dev.falcon.training.comparison.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.Provenance;
import dev.falcon.training.comparison.design.Gate;
import dev.falcon.training.comparison.published.Measure;
import dev.falcon.training.comparison.published.Published;
import dev.falcon.training.comparison.published.Reference;
import java.util.LinkedHashMap;
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
 * @param gate how the comparison's gate was met; null where it has none
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
    List<Reference> references,
    @JsonInclude(JsonInclude.Include.NON_NULL) Gate.Passage gate) {

  /** How many runs have come to their ends, be they good or not. */
  public long ended() {
    return runs()
        .filter(run -> run.status().equals("finished") || run.status().equals("diverged"))
        .count();
  }

  /** The variants that no run was ever started of. */
  public List<String> notBegun() {
    return variants.stream().filter(variant -> !variant.begun()).map(VariantResult::name).toList();
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
      SlopeResult slope) {
    /** Whether a run of it was ever started. */
    public boolean begun() {
      return runs.stream().anyMatch(run -> !run.status().equals("missing"));
    }
  }

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
   * @param losses the loss terms by name; in JSON each is a key of the epoch itself
   * @param fnBatch truly matching pairs of all in a batch, in percent
   * @param fnNext the same of a sample and the next in the chain
   * @param fnMatching the same of matching's negatives
   * @param quantile mean of all anchors' quantiles, as they were used
   * @param quantileDeviation of all anchors' quantiles
   * @param reward mean
   */
  public record EpochResult(
      int epoch,
      int steps,
      Map<String, Double> losses,
      Double fnBatch,
      Double fnNext,
      Double fnMatching,
      Double quantile,
      Double quantileDeviation,
      Double reward,
      Double alpha,
      Double beta) {
    /** The keys and values of its JSON in their order; what is not known has no key. */
    @JsonValue
    Map<String, Object> values() {
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("epoch", epoch);
      values.put("steps", steps);
      values.putAll(losses);
      values.put("fn_batch", fnBatch);
      values.put("fn_next", fnNext);
      values.put("fn_matching", fnMatching);
      values.put("quantile", quantile);
      values.put("quantile_deviation", quantileDeviation);
      values.put("reward", reward);
      values.put("alpha", alpha);
      values.put("beta", beta);
      values.values().removeIf(value -> value == null);
      return values;
    }
  }

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
