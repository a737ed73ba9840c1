// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Refuses columns that the user names and that no row has. */
public final class NamedColumns {
  private final Set<List<String>> missing;
  private final Set<String> seen = new TreeSet<>();

  /**
   * @param ofSplit whether only the rows of some split are read, by the column that names it
   */
  public NamedColumns(ColumnNames columns, boolean ofSplit) {
    missing = new LinkedHashSet<>(columns.parts());
    missing.removeAll(ColumnNames.COMMON.parts());
    missing.remove(List.of()); // a part that is not read
    if (ofSplit) {
      missing.add(List.of("split"));
    }
  }

  /** Returns whether no column is missing any more. */
  public boolean isFound() {
    return missing.isEmpty();
  }

  /** Adds the columns of a row or of a table. */
  public void add(Collection<String> columns) {
    seen.addAll(columns);
    missing.removeIf(names -> names.stream().anyMatch(columns::contains));
  }

  /**
   * Refuses the dataset if a column is missing.
   *
   * @throws RequestException naming the columns that there are
   */
  public void requireFound(String dataset) {
    requireFound(dataset + ": no row has a column", "the columns are");
  }

  private void requireFound(String without, String have) {
    if (!isFound()) {
      throw new RequestException(
          "%s '%s'; %s %s"
              .formatted(
                  without,
                  String.join("' or '", missing.iterator().next()),
                  have,
                  String.join(", ", seen)));
    }
  }

  /**
   * Refuses a dataset of files by sample if a name is neither the ending of a file nor a field of
   * the samples' {@code .json}. Reads samples until each name was found.
   *
   * @return the dataset
   */
  public static SampleSource require(SampleSource files, ColumnNames columns) {
    NamedColumns named = new NamedColumns(columns, false);
    for (int shard = 0; !named.isFound() && shard < files.shards(); shard++) {
      try (SampleReader reader = files.open(shard, reject -> {})) {
        while (!named.isFound() && reader.hasNext()) {
          named.add(SampleFiles.columns(reader.next().members()));
        }
      }
    }
    if (!named.seen.isEmpty()) { // otherwise all samples are rejected, with their reasons
      named.requireFound(files.name() + ": no sample has a file or a field", "there are");
    }
    return files;
  }
}
