package dev.falcon.reproduce.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The results of a comparison so far.
 *
 * @param provenance of the tables
 * @param arithmetic the revision of the training arithmetic of all runs
 * @param commits of Falcon that made the runs
 * @param name of the comparison
 * @param baseline the variant from which differences are taken
 * @param pace the variant relative to which times are given
 * @param complete whether all runs have ended
 * @param variants in the comparison's order
 * @param claims the paper's claims, with these runs' findings
 * @param published the paper's scores that are comparable
 * @param references the paper's further tables that the comparison names
 * @param gate how the comparison's gate was met; null without a gate
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

  /** Number of runs that have ended, well or not. */
  public long ended() {
    return runs()
        .filter(run -> run.status().equals("finished") || run.status().equals("diverged"))
        .count();
  }

  /** The variants without a started run. */
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
   * @param slope of the reward over the quantile, all seeds pooled; null where there is no reward
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record VariantResult(
      String name,
      String about,
      List<RunResult> runs,
      Map<String, Spread> measures,
      Map<String, Difference> differences,
      SlopeResult slope) {
    /** Returns whether any run of it was started. */
    public boolean begun() {
      return runs.stream().anyMatch(run -> !run.status().equals("missing"));
    }
  }

  /**
   * A run.
   *
   * @param status finished, diverged, failed, interrupted or missing
   * @param reason of a run that diverged or failed; null otherwise
   * @param steps taken
   * @param values by {@link Measure#key}; of an unfinished run the ones known so far
   * @param epochs in order
   * @param slope of the reward over the quantile; null where there is no reward
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
   * An epoch of a run, averaged over its steps; unknown values are null.
   *
   * @param epoch counted from 0, the uniform epoch
   * @param losses the loss terms by name; in JSON each is a key of the epoch itself
   * @param fnBatch percentage of truly matching pairs among all pairs of a batch
   * @param fnNext the percentage among pairs of a sample and the next one in the chain
   * @param fnMatching the percentage among the negatives of the matching loss
   * @param quantile mean quantile used, over all anchors
   * @param quantileDeviation its standard deviation over all anchors
   * @param reward mean reward
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
    /** Keys and values of its JSON in order; unknown values have no key. */
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
    /** Returns whether the interval excludes 0. */
    public boolean clear() {
      return half != null && Math.abs(mean) > half;
    }
  }

  /**
   * Least squares of a batch's reward over its mean quantile, after subtracting each epoch's means.
   *
   * @param batches number of batches
   * @param slope change of the reward from q = 0 to q = 1
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
    /** The slope relative to the mean reward. */
    public double relative() {
      return slope / rewardMean;
    }
  }
}
