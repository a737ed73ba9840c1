// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.RecordedFlags;
import dev.falcon.mining.corpus.Batching;
import dev.falcon.mining.request.MiningOptions;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** The flags that divide lists into batches. */
final class ListBatchFlags implements RecordedFlags {
  @Option(
      names = "--batches",
      paramLabel = "FILE",
      description =
          "Also divide the lists into batches. No document of a list is a known or suspected"
              + " positive of another query in its batch.")
  private Path batches; // null if not named

  @Effect(with = "--batches")
  @Option(
      names = "--batch-size",
      paramLabel = "N",
      description = "With --batches: lists per batch (default: 96).")
  private Integer batchSize; // null if not named

  @Effect(with = "--batches")
  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "With --batches: how often all lists are divided (default: 1).")
  private Integer epochs; // null if not named

  @Effect(with = "--batches")
  @Option(
      names = "--remainder",
      paramLabel = "drop|keep",
      description =
          "With --batches: drop the lists that do not fill a batch, or keep them as a shorter batch"
              + " (default: drop).")
  private SpaceFlags.Remainder remainder; // null if not named

  @Effect(with = "--batches")
  @Option(
      names = "--most-shared",
      paramLabel = "M",
      description = "With --batches: at most M lists in a batch share a negative (default: 1).")
  private Integer mostShared; // null if not named

  /**
   * Returns the settings of batches of lists.
   *
   * @param place returns the file of this direction
   */
  Optional<Batching> batching(UnaryOperator<Path> place) {
    return Optional.ofNullable(batches)
        .map(
            file ->
                new Batching(
                    place.apply(file),
                    Objects.requireNonNullElse(batchSize, MiningOptions.DEFAULT_BATCH_SIZE),
                    Objects.requireNonNullElse(mostShared, 1),
                    Objects.requireNonNullElse(epochs, 1),
                    remainder == SpaceFlags.Remainder.KEEP));
  }
}
