package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Measurement of false negatives by known positives that are withheld from the search: of drawn
 * queries half of the positives are treated as unknown, and counted in the lists that result.
 *
 * @param queries number of drawn queries, 0 for no measurement; empty for a twentieth of all, at
 *     least 200 and at most 1,000
 * @param target the choice of a rule by this measurement
 */
public record Withholding(OptionalInt queries, Optional<Target> target) {
  /** No measurement. */
  public static final Withholding NONE = new Withholding(OptionalInt.of(0), Optional.empty());

  private static final int PART = 20;
  private static final int LEAST = 200;
  private static final int MOST = 1_000;

  /** The rule that is made stricter until the target is met. */
  public enum Rule {
    /** The second witness. */
    WITNESS,
    /** The relative margin. */
    RELATIVE_MARGIN,
    /** The number of skipped nearest candidates. */
    RANGE_MIN;

    /** Its name in flags. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A target: the weakest setting of a rule is taken whose share of false negatives is below it
   * with 95 % confidence.
   *
   * @param share of the negatives, in (0, 1)
   */
  public record Target(double share, Rule rule) {
    public Target {
      if (!(share > 0 && share < 1)) {
        throw new RequestException("target-false lies in (0, 1); target-false=" + share);
      }
    }
  }

  public Withholding {
    if (queries.isPresent() && queries.getAsInt() < 0) {
      throw new RequestException("withhold is at least 0; withhold=" + queries.getAsInt());
    }
    if (target.isPresent() && queries.isPresent() && queries.getAsInt() == 0) {
      throw new RequestException("target-false needs withheld positives; withhold=0");
    }
  }

  /** The number of queries to draw. */
  public int drawn(int all) {
    return queries.orElse(Math.min(MOST, Math.max(LEAST, all / PART)));
  }

  /** For the provenance, by the flags' names. */
  void describe(Map<String, Object> described) {
    target.ifPresent(
        wanted -> {
          described.put("target-false", wanted.share());
          described.put("target-by", wanted.rule().label());
          queries.ifPresent(count -> described.put("withhold", count));
        });
  }
}
