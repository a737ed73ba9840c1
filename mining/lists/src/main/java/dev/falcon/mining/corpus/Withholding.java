// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The measurement of false negatives by known positives that are withheld from the search. Half of
 * the positives of drawn queries are treated as unknown, and those that the resulting lists contain
 * are counted.
 *
 * @param queries the number of queries to draw, 0 for no measurement; empty for a twentieth of all
 *     queries, but at least 200 and at most 1,000
 * @param target the target by which this measurement chooses a rule; empty for none
 */
public record Withholding(OptionalInt queries, Optional<Target> target) {
  /** No measurement. */
  public static final Withholding NONE = new Withholding(OptionalInt.of(0), Optional.empty());

  private static final int PART = 20;
  private static final int LEAST = 200;
  private static final int MOST = 1_000;

  /** A rule that is made stricter until the target is met. */
  public enum Rule {
    /** The second witness. */
    WITNESS,
    /** The relative margin. */
    RELATIVE_MARGIN,
    /** The number of skipped nearest candidates. */
    RANGE_MIN;

    /** Returns the name used in flags. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A target for the share of false negatives. The weakest setting of a rule is chosen with which
   * the share is below the target with 95 % confidence.
   *
   * @param share the target, in (0, 1)
   * @param rule the rule whose setting is chosen
   */
  public record Target(double share, Rule rule) {
    public Target {
      if (!(share > 0 && share < 1)) {
        throw new RequestException("target-false must lie in (0, 1); target-false=" + share);
      }
    }
  }

  public Withholding {
    if (queries.isPresent() && queries.getAsInt() < 0) {
      throw new RequestException("withhold must be at least 0; withhold=" + queries.getAsInt());
    }
    if (target.isPresent() && queries.isPresent() && queries.getAsInt() == 0) {
      throw new RequestException("target-false needs withheld positives; withhold=0");
    }
  }

  /** Returns the number of queries to draw from this many. */
  public int drawn(int all) {
    return queries.orElse(Math.min(MOST, Math.max(LEAST, all / PART)));
  }

  /** Adds the options for the provenance, by the flags' names. */
  void describe(Map<String, Object> described) {
    target.ifPresent(
        wanted -> {
          described.put("target-false", wanted.share());
          described.put("target-by", wanted.rule().label());
          queries.ifPresent(count -> described.put("withhold", count));
        });
  }
}
