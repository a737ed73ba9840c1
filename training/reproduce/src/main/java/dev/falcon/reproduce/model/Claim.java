// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * A qualitative claim of the paper, and whether it appeared.
 *
 * @param number the claim's number, in [1, 8]
 * @param statement the paper's claim
 * @param rule the condition under which the claim counts as reproduced
 * @param findings one finding per reading of the claim
 */
public record Claim(int number, String statement, String rule, List<Finding> findings) {
  /** Returns whether the runs can test any reading of the claim. */
  public boolean tested() {
    return findings.stream().anyMatch(finding -> finding.verdict() != Verdict.NOT_TESTABLE);
  }

  /** The outcome of a rule. */
  public enum Verdict {
    /** The rule is met. */
    APPEARED,
    /** The rule is not met. */
    DID_NOT_APPEAR,
    /** Variants or seeds are missing. */
    NOT_TESTABLE;

    /** Returns the outcome in words. */
    @JsonValue
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One reading of a claim.
   *
   * @param reading the name of the reading, such as {@code by contrast}; may be empty if there is
   *     only one
   * @param verdict the outcome of the rule
   * @param lacking what is missing for a test of the rule; empty if nothing is
   * @param figures the figures that decide
   */
  public record Finding(
      String reading, Verdict verdict, List<String> lacking, List<Figure> figures) {
    /** Returns the figures, followed by what is missing. */
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
   * @param n the number of seeds
   * @param half the half-width of the 95 % interval by Student's t; null for one seed
   * @param unit {@code %} for percentage points, empty for quantiles
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Figure(String name, int n, double mean, Double half, String unit) {
    /** Returns the figure in words, such as {@code R@1, grit less uniform: +3.1 ± 0.8 (n = 5)}. */
    public String words() {
      String format = unit.isEmpty() ? "%+.3f" : "%+.1f";
      String range =
          half == null ? "" : " ± " + String.format(Locale.ROOT, format, half).substring(1);
      return name + ": " + String.format(Locale.ROOT, format, mean) + range + " (n = " + n + ")";
    }
  }
}
