package dev.falcon.data.internal.rows;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.ColumnNames;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Refuses columns that the user names and that no row has. */
final class NamedColumns {
  private final Set<List<String>> missing;
  private final Set<String> seen = new TreeSet<>();

  NamedColumns(ColumnNames columns) {
    missing = new LinkedHashSet<>(columns.parts());
    missing.removeAll(ColumnNames.COMMON.parts());
  }

  /** Returns whether no column is missing any more. */
  boolean isFound() {
    return missing.isEmpty();
  }

  /** Adds the columns of a row or of a table. */
  void add(Collection<String> columns) {
    seen.addAll(columns);
    missing.removeIf(names -> names.stream().anyMatch(columns::contains));
  }

  /**
   * Refuses the dataset if a column is missing.
   *
   * @throws RequestException naming the columns that there are
   */
  void requireFound(String dataset) {
    if (!isFound()) {
      throw new RequestException(
          "%s: no row has a column '%s'; the columns are %s"
              .formatted(
                  dataset,
                  String.join("' or '", missing.iterator().next()),
                  String.join(", ", seen)));
    }
  }
}
