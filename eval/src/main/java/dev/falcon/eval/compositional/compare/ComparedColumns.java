// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.CsvText;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Which columns of tables are compared.
 *
 * @param measure the column of the values, which are true or false, or numbers; empty for {@code
 *     right} or {@code correct}
 * @param subset the column with the subsets' names; empty for {@code subset} or {@code type}
 */
public record ComparedColumns(Optional<String> measure, Optional<String> subset) {
  /** The usual columns. */
  public static final ComparedColumns USUAL =
      new ComparedColumns(Optional.empty(), Optional.empty());

  /** Returns the options, by the flags' names, for the provenance. */
  Map<String, Object> options() {
    Map<String, Object> options = new TreeMap<>();
    measure.ifPresent(name -> options.put("measure", name));
    subset.ifPresent(name -> options.put("subset-col", name));
    return options;
  }

  /** Returns the column of the values. */
  int column(TableReader table) {
    return table.column(type(table), names());
  }

  /** Returns the value of the current row in the column of the values. */
  ToDoubleFunction<TableReader> value(TableReader table, Path file, int column) {
    return switch (type(table)) {
      case BOOL -> row -> row.getBoolean(column) ? 1 : 0;
      case FLOAT64 -> row -> row.getDouble(column);
      default -> row -> parsed(row.getString(column), file);
    };
  }

  private double parsed(String text, Path file) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return text.equalsIgnoreCase("true") ? 1 : 0;
    }
    try {
      return CsvText.number(text);
    } catch (NumberFormatException e) {
      throw new FalconException(
          file
              + ": the column '"
              + measure.orElseThrow()
              + "' must hold true and false, or numbers; it holds '"
              + text
              + "'",
          e);
    }
  }

  private String[] names() {
    return measure
        .map(name -> new String[] {name})
        .orElseGet(() -> new String[] {"right", "correct"});
  }

  /** Returns how the values are read: as truths, numbers, or texts that hold either. */
  private ColumnType type(TableReader table) {
    if (measure.filter(table.columns()::contains).isEmpty()) {
      return ColumnType.BOOL;
    }
    return switch (table.naturalType(measure.get())) {
      case BOOL -> ColumnType.BOOL;
      case FLOAT32, FLOAT64, INT32, INT64 -> ColumnType.FLOAT64;
      default -> ColumnType.UTF8;
    };
  }

  /**
   * Returns the column of the subsets' names.
   *
   * @throws RequestException if the named one does not exist
   */
  OptionalInt subset(TableReader table, Path file) {
    if (subset.isEmpty()) {
      return table.findColumn(ColumnType.UTF8, "subset", "type");
    }
    if (!table.columns().contains(subset.get())) {
      throw new RequestException(TableReader.lacks(file.toString(), subset.get(), table.columns()));
    }
    return table.findColumn(ColumnType.UTF8, subset.get());
  }
}
