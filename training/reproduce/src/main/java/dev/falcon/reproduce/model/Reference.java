// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.RequestException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table of the paper as printed, shown beside a comparison.
 *
 * @param title the trained model and the measurement
 * @param note a remark on the figures; may be empty
 * @param columns the headings of the scores
 * @param rows the methods
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Reference(String title, String note, List<String> columns, List<Row> rows) {
  /** The names of the tables that Falcon ships. */
  public static final List<String> NAMES =
      List.of(
          "coco-downstream",
          "4m-zero-shot",
          "4m-fine-tuned",
          "4m-downstream",
          "cc-coco-clean",
          "cc-coco-noisy",
          "datacomp-retrieval",
          "blip2",
          "siglip2",
          "convergence");

  public Reference {
    note = note == null ? "" : note;
    if (title == null || columns == null || rows == null) {
      throw new RequestException("a reference must have a title, columns and rows");
    }
    Set<String> names = new HashSet<>();
    for (Row row : rows) {
      if (row.scores().size() != columns.size() || !names.add(row.name())) {
        throw new RequestException(
            title
                + ": a row must have a name of its own and "
                + columns.size()
                + " scores; name="
                + row.name());
      }
    }
  }

  /**
   * A method's scores.
   *
   * @param name the name of the method in the paper
   * @param scores the scores as printed, in the order of the columns; null for a missing one
   */
  public record Row(String name, List<Double> scores) {}

  /** Checks that a table is one of {@link #NAMES}. */
  public static void requireKnown(String name) {
    if (!NAMES.contains(name)) {
      throw new RequestException("references must be of " + NAMES + "; references=" + name);
    }
  }
}
