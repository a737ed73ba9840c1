// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Reject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The number of rejected rows by reason. Reasons that differ only in a name, a path or a number
 * count as one.
 *
 * <p>Memory: one text per kind of reason.
 *
 * @param rows the number of rejected rows
 * @param reasons the kinds of reason, the most common first
 * @param sources the number of rejected rows by source, in the sources' order
 */
@JsonPropertyOrder({"rows", "reasons", "sources"})
public record RejectCounts(long rows, List<Kind> reasons, Map<String, Long> sources) {
  private static final Pattern VARYING =
      Pattern.compile("'[^']*'|\"[^\"]*\"|(?:\\b[A-Za-z]:)?[^\\s:;,]*[/\\\\.][^\\s:;,]+|[0-9]+");

  /**
   * A kind of reason.
   *
   * @param reason the reason as it was given for the first such row
   */
  public record Kind(String reason, long rows) {}

  /** Counts rejected rows by reason and by source. */
  public static RejectCounts of(Iterable<Reject> rejects) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    Map<String, Long> sources = new TreeMap<>();
    long rows = 0;
    for (Reject reject : rejects) {
      rows++;
      sources.merge(reject.source(), 1L, Long::sum);
      kinds.merge(
          VARYING.matcher(reject.reason()).replaceAll("…"),
          new Kind(reject.reason(), 1),
          (first, next) -> new Kind(first.reason(), first.rows() + 1));
    }
    List<Kind> reasons = new ArrayList<>(kinds.values());
    reasons.sort(Comparator.comparingLong(Kind::rows).reversed());
    return new RejectCounts(rows, List.copyOf(reasons), sources);
  }

  /**
   * Returns the most common reason with its count, for a message. There must be at least one row.
   */
  public String commonest() {
    Kind first = reasons.get(0);
    return String.format(
        Locale.ROOT, "%,d of %,d rejected: %s", first.rows(), rows, first.reason());
  }
}
