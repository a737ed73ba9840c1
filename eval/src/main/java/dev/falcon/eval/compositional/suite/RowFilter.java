// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.RequestException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on rows: {@code mturk.caption >= 2}, {@code split = test} or {@code split != train}.
 *
 * @param text the condition as it is written
 */
public record RowFilter(@JsonValue String text) {
  private static final Pattern FORM = Pattern.compile("(\\S+)\\s*(>=|!=|=)\\s*(\\S.*)");

  /**
   * Parses a condition.
   *
   * @throws RequestException if the text is not one
   */
  @JsonCreator
  public RowFilter {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches() || (parts.group(2).equals(">=") && !isNumber(parts.group(3)))) {
      throw new RequestException(
          "a filter must be 'COLUMN >= NUMBER', 'COLUMN = TEXT' or 'COLUMN != TEXT'; it is '"
              + text
              + "'");
    }
  }

  private static boolean isNumber(String text) {
    return text.matches("[-+]?[0-9]+(\\.[0-9]+)?");
  }

  /** Returns the outermost column that is read. */
  String column() {
    return part(1).replaceFirst("\\..*", "");
  }

  /** Returns whether a row meets the condition. */
  boolean accepts(SuiteRow row) {
    return switch (part(2)) {
      case ">=" -> row.number(part(1), Double.NaN) >= Double.parseDouble(part(3));
      case "=" -> row.text(part(1)).equals(part(3));
      default -> !row.text(part(1)).equals(part(3));
    };
  }

  private String part(int group) {
    Matcher parts = FORM.matcher(text);
    return parts.matches() ? parts.group(group) : "";
  }
}
