package dev.falcon.mining.label.page;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to label the pairs of an audit.
 *
 * @param audit the audit's folder
 * @param data the pictures and texts that were audited
 * @param negatives which of its pairs; else those of the folder of labels, or the hardest
 * @param judge whose scores order the pairs, {@value #NO_JUDGE} for nobody's; else that of the
 *     folder of labels, or the first
 * @param labels the folder of labels
 * @param annotator who answers
 * @param stop when there are labels enough
 * @param overlap which share of others' pairs a further annotator is asked again, in [0, 1]
 * @param adjudicate whether to ask the pairs on which others contradict each other, and those alone
 * @param seed derives the order
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
    long seed) {
  /** The name of no judge. */
  public static final String NO_JUDGE = "none";

  public LabelRequest {
    if (!(overlap >= 0 && overlap <= 1)) {
      throw new RequestException("overlap lies in [0, 1]; overlap=" + overlap);
    }
  }

  /**
   * Which pairs of an audit.
   *
   * @param kind such as {@code hardest}
   * @param quantile of a grid's pairs
   */
  public record Negatives(String kind, Optional<Double> quantile) {}

  /**
   * When there are labels enough.
   *
   * @param count of pairs from the order's beginning, at least 1
   * @param precision the half width of the interval for a fixed count at which to stop before,
   *     where one is asked, in (0, 0.5)
   */
  public record Stop(int count, Optional<Double> precision) {
    public Stop {
      if (count < 1) {
        throw new RequestException("count must be at least 1; count=" + count);
      }
      precision.ifPresent(
          half -> {
            if (!(half > 0 && half < 0.5)) {
              throw new RequestException("precision lies in (0, 0.5); precision=" + half);
            }
          });
    }
  }
}
