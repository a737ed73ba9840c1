// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.mining.request.MiningOptions;
import picocli.CommandLine.Option;

/** The flags for search spaces and batches. */
final class SpaceFlags {
  private static final String WHOLE_SHUFFLE = "all";

  @Option(
      names = "--search-space",
      paramLabel = "N",
      description =
          "|M|: number of samples from which batches are composed (default: ${DEFAULT-VALUE}).")
  private int searchSpace = MiningOptions.DEFAULT_SEARCH_SPACE;

  @Option(
      names = "--batch-size",
      paramLabel = "N",
      description = "B: samples per batch (default: ${DEFAULT-VALUE}).")
  private int batchSize = MiningOptions.DEFAULT_BATCH_SIZE;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Epochs to plan, each with a new shuffle (default: ${DEFAULT-VALUE}).")
  private int epochs = 1;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
  private long seed = MiningOptions.DEFAULT_SEED;

  @Option(
      names = "--remainder",
      paramLabel = "drop|keep",
      description =
          "Drop the samples of a search space that do not fill a batch, or keep them as a shorter"
              + " batch (default: drop).")
  private Remainder remainder = Remainder.DROP;

  @Option(
      names = "--shuffle",
      paramLabel = "all|shards:K",
      description =
          "Shuffle all rows together, or only within groups of K shards of the store; samples of"
              + " different groups then never meet (default: all).")
  private String shuffle = WHOLE_SHUFFLE;

  /** How samples that fill no batch are treated. */
  enum Remainder {
    DROP,
    KEEP
  }

  int searchSpace() {
    return searchSpace;
  }

  int batchSize() {
    return batchSize;
  }

  int epochs() {
    return epochs;
  }

  long seed() {
    return seed;
  }

  /** Returns whether samples that fill no batch make a shorter one. */
  boolean keepsRemainder() {
    return remainder == Remainder.KEEP;
  }

  /** Returns the number of shards that are shuffled together; 0 to shuffle all rows. */
  int shuffledShards() {
    if (shuffle.equals(WHOLE_SHUFFLE)) {
      return 0;
    }
    if (!shuffle.matches("shards:[1-9]\\d{0,8}")) {
      throw new RequestException(
          "--shuffle takes all, or shards:K such as shards:16; it is " + shuffle);
    }
    return Integer.parseInt(shuffle.substring(shuffle.indexOf(':') + 1));
  }
}
