// SPDX-License-Identifier: Apache-2.0
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
 * @param provenance the provenance of the tables
 * @param arithmetic the revision of the training arithmetic of all runs
 * @param commits the commits of Falcon that made the runs
 * @param name the name of the comparison
 * @param baseline the variant from which differences are taken
 * @param pace the variant relative to which times are given
 * @param complete whether all runs have ended
 * @param variants the variants, in the comparison's order
 * @param claims the paper's claims, with these runs' findings
 * @param published the paper's scores that are comparable
 * @param references the paper's further tables that the comparison names
 * @param gate the outcome of the comparison's gate; null without a gate
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

  /** Returns the number of runs that have ended, whether they finished, diverged or failed. */
  public long ended() {
    return runs()
        .filter(run -> run.status().equals("finished") || run.status().equals("diverged"))
        .count();
  }

  /** Returns the names of the variants without a started run. */
  public List<String> notBegun() {
    return variants.stream().filter(variant -> !variant.begun()).map(VariantResult::name).toList();
  }

  /** Returns all runs of all variants. */
  public Stream<RunResult> runs() {
    return variants.stream().flatMap(variant -> variant.runs().stream());
  }

  /**
   * A variant over its seeds.
   *
   * @param measures the measures, by {@link Measure#key}
   * @param differences the differences from the baseline's run of the same seed, by {@link
   *     Measure#key}
   * @param slope the slope of the reward over the quantile, with all seeds pooled; null without a
   *     reward
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record VariantResult(
      String name,
      String about,
      List<RunResult> runs,
      Map<String, Spread> measures,
      Map<String, Difference> differences,
      SlopeResult slope) {
    /** Returns whether any run of the variant was started. */
    public boolean begun() {
      return runs.stream().anyMatch(run -> !run.status().equals("missing"));
    }
  }

  /**
   * A run.
   *
   * @param status finished, diverged, failed, interrupted or missing
   * @param reason the reason why the run diverged or failed; null otherwise
   * @param steps the number of steps taken
   * @param values the values, by {@link Measure#key}; for an unfinished run, those known so far
   * @param epochs the epochs, in order
   * @param slope the slope of the reward over the quantile; null without a reward
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
   * @param epoch the epoch, from 0, which is the uniform epoch
   * @param losses the loss terms, by name; in JSON, each is a key of the epoch itself
   * @param fnBatch the percentage of truly matching pairs among all pairs of a batch
   * @param fnNext the percentage of truly matching pairs among the pairs of a sample and the next
   *     one in the chain
   * @param fnMatching the percentage of truly matching pairs among the negatives of the matching
   *     loss
   * @param quantile the mean of the quantiles used, over all anchors, in [0, 1]
   * @param quantileDeviation the standard deviation of these quantiles
   * @param reward the mean reward
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
    /** Returns the keys and values of the epoch's JSON, in order; unknown values have no key. */
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
   * A summary of values over seeds.
   *
   * @param n the number of values
   * @param mean their mean
   * @param deviation the sample standard deviation, with n - 1; null for one value
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spread(int n, double mean, Double deviation) {}

  /**
   * A summary of differences by seed.
   *
   * @param n the number of pairs
   * @param mean the mean difference
   * @param deviation the sample standard deviation of the differences; null for one pair
   * @param half the half-width of the mean's 95 % interval by Student's t; null for one pair
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Difference(int n, double mean, Double deviation, Double half) {
    /** Returns whether the interval excludes 0. */
    public boolean clear() {
      return half != null && Math.abs(mean) > half;
    }
  }

  /**
   * The least-squares fit of a batch's reward over its mean quantile, after subtracting each
   * epoch's means.
   *
   * @param batches the number of batches
   * @param slope the change of the reward from q = 0 to q = 1
   * @param error the standard error of the slope
   * @param rewardMean the mean reward of all batches
   * @param rewardDeviation the standard deviation of the reward within epochs
   * @param quantileDeviation the standard deviation of the mean quantile within epochs
   */
  public record SlopeResult(
      int batches,
      double slope,
      double error,
      double rewardMean,
      double rewardDeviation,
      double quantileDeviation) {
    /** Returns the slope relative to the mean reward. */
    public double relative() {
      return slope / rewardMean;
    }
  }
}
