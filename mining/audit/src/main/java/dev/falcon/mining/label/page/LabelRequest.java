// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.OwnAnchors;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request to label the pairs of an audit.
 *
 * @param audit the audit's folder
 * @param data the pictures and texts that were audited
 * @param negatives the kind of the pairs; by default the kind of the folder of labels or, if the
 *     folder is new, the hardest
 * @param judge the judge whose scores order the pairs, {@value #NO_JUDGE} for none; by default the
 *     judge of the folder of labels or, if the folder is new, the first
 * @param labels the folder of labels
 * @param annotator the name of the annotator
 * @param stop the condition on which there are enough labels
 * @param overlap the share of the pairs answered by others about which another annotator is asked
 *     again, in [0, 1]
 * @param adjudicate whether to ask only about the pairs on which others contradict each other
 * @param seed the seed of the order; by default that of the folder of labels or, if the folder is
 *     new, {@value #DEFAULT_SEED}
 */
public record LabelRequest(
    Path audit,
    SampleSource data,
    Optional<Negatives> negatives,
    Optional<String> judge,
    Path labels,
    String annotator,
    Stop stop,
    double overlap,
    boolean adjudicate,
    OptionalLong seed) {
  /** The name that stands for no judge. */
  public static final String NO_JUDGE = "none";

  /** The default seed of an order. */
  public static final long DEFAULT_SEED = 42;

  public LabelRequest {
    data = OwnAnchors.of(data);
    if (!(overlap >= 0 && overlap <= 1)) {
      throw new RequestException("overlap must lie in [0, 1]; overlap=" + overlap);
    }
  }

  /**
   * A kind of pairs of an audit.
   *
   * @param kind the name of the kind, such as {@code hardest}
   * @param quantile the quantile of a grid's pairs, in [0, 1]
   */
  public record Negatives(String kind, Optional<Double> quantile) {}

  /**
   * The condition on which there are enough labels.
   *
   * @param count the number of pairs from the beginning of the order after which to stop, at least
   *     1
   * @param precision the half-width of the interval for a fixed count at which to stop earlier, in
   *     (0, 0.5); empty for none
   */
  public record Stop(int count, Optional<Double> precision) {
    public Stop {
      if (count < 1) {
        throw new RequestException("count must be at least 1; count=" + count);
      }
      precision.ifPresent(
          half -> {
            if (!(half > 0 && half < 0.5)) {
              throw new RequestException("precision must lie in (0, 0.5); precision=" + half);
            }
          });
    }
  }
}
