package dev.falcon.training.comparison.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * A qualitative claim of the paper, and whether it appeared.
 *
 * @param number from 1 to 8
 * @param statement what the paper says
 * @param rule when it counts as having appeared
 * @param findings one for every way to look at it
 */
public record Claim(int number, String statement, String rule, List<Finding> findings) {

  /** What came of a rule. */
  public enum Verdict {
    /** The rule is met. */
    APPEARED,
    /** It is not met. */
    DID_NOT_APPEAR,
    /** Variants or seeds are missing. */
    NOT_TESTABLE;

    /** In words. */
    @JsonValue
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * A way to look at a claim.
   *
   * @param reading such as {@code by contrast}; may be empty where there is one way only
   * @param lacking what keeps the rule from being tested; empty else
   * @param figures that decide
   */
  public record Finding(
      String reading, Verdict verdict, List<String> lacking, List<Figure> figures) {
    /** The figures, then what is lacking. */
    public String reasons() {
      StringJoiner reasons = new StringJoiner("; ");
      figures.forEach(figure -> reasons.add(figure.words()));
      if (!lacking.isEmpty()) {
        reasons.add("lacking: " + String.join(", ", lacking));
      }
      return reasons.toString();
    }
  }

  /**
   * A mean over seeds.
   *
   * @param n how many seeds
   * @param half of the 95 % interval by Student's t; null for one seed
   * @param unit {@code %} points, or nothing for quantiles
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Figure(String name, int n, double mean, Double half, String unit) {
    /** Such as {@code R@1, grit less uniform: +3.1 ± 0.8 (n = 5)}. */
    public String words() {
      String format = unit.isEmpty() ? "%+.3f" : "%+.1f";
      String range =
          half == null ? "" : " ± " + String.format(Locale.ROOT, format, half).substring(1);
      return name + ": " + String.format(Locale.ROOT, format, mean) + range + " (n = " + n + ")";
    }
  }
}
