// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.request;

import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import java.util.Locale;

/**
 * All options that determine a plan, given the vectors.
 *
 * @param composition the composition of batches, which gives each anchor's quantile
 * @param searchSpace |M|, the number of rows per search space; a store with fewer rows is one space
 * @param batchSize B, the number of samples per batch, at most |M|
 * @param levels m, the number of quantiles of a row in Ŝ, at least 2
 * @param epochs the number of times that the store is shuffled and mined, at least 1
 * @param seed the seed of every random stream
 * @param keepRemainder whether the remaining samples of a space make a shorter batch; otherwise
 *     they are left out of that epoch
 * @param constraints the constraints on sharing a batch
 * @param shuffledShards K, the number of the store's shards that are shuffled together, so that
 *     samples of different groups of shards never share a batch; 0 to shuffle all rows together
 */
public record MiningOptions(
    Composition composition,
    int searchSpace,
    int batchSize,
    int levels,
    int epochs,
    long seed,
    boolean keepRemainder,
    Constraints constraints,
    int shuffledShards) {

  /** |M| in the paper's ablations. */
  public static final int DEFAULT_SEARCH_SPACE = 5664;

  /** B in the paper. */
  public static final int DEFAULT_BATCH_SIZE = 96;

  /** m in the paper. */
  public static final int DEFAULT_LEVELS = 100;

  private static final int MOST_LEVELS = 1 << 16;
  private static final int MOST_EPOCHS = 100_000;

  /** The default seed. */
  public static final long DEFAULT_SEED = 42;

  public MiningOptions {
    requireAtLeast("batch-size", batchSize, 1);
    requireAtLeast("search-space", searchSpace, 1);
    requireAtLeast("quantile-levels", levels, 2);
    requireAtLeast("epochs", epochs, 1);
    requireAtLeast("shuffle shards", shuffledShards, 0);
    requireAtMost("quantile-levels", levels, MOST_LEVELS);
    requireAtMost("epochs", epochs, MOST_EPOCHS);
    if (composition.policy().chains()
        && !composition.policy().hasQuantiles()
        && !constraints.window().equals(RankWindow.ALL)) {
      throw new RequestException(
          "ranges and scores need quantiles, and "
              + composition.policy()
              + " has none; omit range-min, range-max and max-score");
    }
    if (batchSize > searchSpace) {
      throw new RequestException(
          "a batch is drawn from one search space and cannot be larger; batch-size="
              + batchSize
              + ", search-space="
              + searchSpace);
    }
  }

  /** Creates options with which all rows are shuffled together. */
  public MiningOptions(
      Composition composition,
      int searchSpace,
      int batchSize,
      int levels,
      int epochs,
      long seed,
      boolean keepRemainder,
      Constraints constraints) {
    this(composition, searchSpace, batchSize, levels, epochs, seed, keepRemainder, constraints, 0);
  }

  /** Returns the paper's options with a policy. */
  public static MiningOptions of(QuantilePolicy policy) {
    return new MiningOptions(
        Composition.of(policy),
        DEFAULT_SEARCH_SPACE,
        DEFAULT_BATCH_SIZE,
        DEFAULT_LEVELS,
        1,
        DEFAULT_SEED,
        false,
        Constraints.NONE,
        0);
  }

  /** Returns a copy with another |M| and another B. */
  public MiningOptions withSizes(int newSearchSpace, int newBatchSize) {
    return new MiningOptions(
        composition,
        newSearchSpace,
        newBatchSize,
        levels,
        epochs,
        seed,
        keepRemainder,
        constraints,
        shuffledShards);
  }

  /** Returns a copy with other constraints. */
  public MiningOptions withConstraints(Constraints other) {
    return new MiningOptions(
        composition,
        searchSpace,
        batchSize,
        levels,
        epochs,
        seed,
        keepRemainder,
        other,
        shuffledShards);
  }

  /** Returns a copy with another composition. */
  public MiningOptions withComposition(Composition other) {
    return new MiningOptions(
        other,
        searchSpace,
        batchSize,
        levels,
        epochs,
        seed,
        keepRemainder,
        constraints,
        shuffledShards);
  }

  /** Returns the policy of the composition. */
  public QuantilePolicy policy() {
    return composition.policy();
  }

  private static void requireAtLeast(String name, int value, int least) {
    if (value < least) {
      throw new RequestException(name + " must be at least " + least + "; " + name + "=" + value);
    }
  }

  private static void requireAtMost(String name, int value, int most) {
    if (value > most) {
      throw new RequestException(
          String.format(Locale.ROOT, "%s must be at most %,d; %s=%d", name, most, name, value));
    }
  }
}
