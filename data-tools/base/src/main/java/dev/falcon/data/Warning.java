// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.Optional;

/**
 * The form of a line that reports a doubt: the work is done, but perhaps not as it was meant. A
 * line of this form also arrives in the result for programs.
 */
public final class Warning {
  private static final String MARK = "warning: ";

  private Warning() {}

  /** Returns the line of a warning. */
  public static String line(String text) {
    return MARK + text;
  }

  /** Returns the text of a line that is a warning; empty for any other line. */
  public static Optional<String> text(String line) {
    return line.startsWith(MARK) ? Optional.of(line.substring(MARK.length())) : Optional.empty();
  }
}
