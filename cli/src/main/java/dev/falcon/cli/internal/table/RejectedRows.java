// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.Reject;
import dev.falcon.data.table.Rejects;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The warning about rejected rows: how many, where they are listed, and why the first was. */
public final class RejectedRows {
  private static final String REJECTED = " rejected: ";

  private RejectedRows() {}

  /**
   * Returns the warning; empty if nothing was rejected.
   *
   * @param what the rejected, in the plural
   * @param file the table that lists them
   */
  public static List<String> warning(String what, List<Reject> rejects, String file) {
    return warning(what, rejects, Optional.of(file));
  }

  /**
   * Returns the warning about rejected samples that no table lists; empty if nothing was rejected.
   *
   * @param what the rejected, in the plural
   */
  public static List<String> warning(String what, List<Reject> rejects) {
    return warning(what, rejects, Optional.empty());
  }

  private static List<String> warning(String what, List<Reject> rejects, Optional<String> file) {
    if (rejects.isEmpty()) {
      return List.of();
    }
    Reject first = rejects.get(0);
    return List.of(
        String.format(
            Locale.ROOT,
            "%s%s%,d%s; the first: %s: %s",
            what,
            REJECTED,
            rejects.size(),
            file.map(table -> ", listed in " + table).orElse(""),
            first.key(),
            first.reason()));
  }

  /**
   * Returns the warning if only the count is known; the table is then read.
   *
   * @param what the rejected, in the plural
   * @param file the table that lists them
   */
  public static List<String> warning(String what, long count, Path file) {
    return count == 0 ? List.of() : warning(what, Rejects.read(file), file.toString());
  }

  /** Returns whether one of these warnings is about rejected rows. */
  public static boolean isAmong(List<String> warnings) {
    return warnings.stream().anyMatch(warning -> warning.contains(REJECTED));
  }
}
