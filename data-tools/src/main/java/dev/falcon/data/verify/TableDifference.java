package dev.falcon.data.verify;

import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableSchema.Column;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The first difference of two tables of the same columns, in the words of the table. */
public final class TableDifference {
  private final TableSchema schema;
  private final int naming;

  /**
   * Compares tables of these columns.
   *
   * @param naming how many of the first columns name a row in what is reported
   */
  public TableDifference(TableSchema schema, int naming) {
    this.schema = schema;
    this.naming = naming;
  }

  /**
   * The first difference.
   *
   * @param expected the recorded table, from its beginning
   * @param made the table made again, likewise
   * @param compared which rows of the recorded table are compared; the others are passed over
   *     without being decoded
   * @return the row's number in the recorded table, what names it, the column and both values;
   *     empty where all rows are equal
   */
  public Optional<String> first(TableReader expected, TableReader made, RowRanges compared) {
    int[] left = columns(expected);
    int[] right = columns(made);
    long row = -1;
    int stretch = 0;
    while (true) {
      List<Object> is = null;
      if (stretch < compared.stretches()) {
        if (row + 1 < compared.from(stretch)) {
          expected.skip(compared.from(stretch) - row - 1);
          row = compared.from(stretch) - 1;
        }
        if (expected.next()) {
          row++;
          is = read(expected, left);
        }
        stretch += row + 1 == compared.to(stretch) ? 1 : 0;
      }
      boolean more = made.next();
      if (is == null || !more) {
        return end(is, more ? read(made, right) : null, row);
      }
      List<Object> wants = read(made, right);
      for (int c = 0; c < schema.size(); c++) {
        if (!Objects.equals(is.get(c), wants.get(c))) {
          return Optional.of(
              String.format(
                  Locale.ROOT,
                  "row %d (%s), column %s: is %s, made again %s",
                  row,
                  name(wants),
                  schema.column(c).name(),
                  is.get(c),
                  wants.get(c)));
        }
      }
    }
  }

  private Optional<String> end(List<Object> is, List<Object> wants, long row) {
    if (is == null && wants == null) {
      return Optional.empty();
    }
    return Optional.of(
        is == null
            ? "ends after row " + row + "; made again it continues with " + name(wants)
            : "row " + row + " (" + name(is) + ") is not there when it is made again");
  }

  private String name(List<Object> row) {
    List<String> words = new ArrayList<>();
    for (int c = 0; c < Math.min(naming, row.size()); c++) {
      words.add(schema.column(c).name() + " " + row.get(c));
    }
    return String.join(", ", words);
  }

  private int[] columns(TableReader table) {
    return schema.columns().stream()
        .mapToInt(column -> table.column(column.type(), column.name()))
        .toArray();
  }

  private List<Object> read(TableReader table, int[] at) {
    List<Object> row = new ArrayList<>(at.length);
    for (int c = 0; c < at.length; c++) {
      row.add(table.isNull(at[c]) ? null : value(table, at[c], schema.column(c)));
    }
    return row;
  }

  private static Object value(TableReader table, int at, Column column) {
    return switch (column.type()) {
      case INT32 -> table.getInt(at);
      case INT64 -> table.getLong(at);
      case FLOAT32 -> table.getFloat(at);
      case FLOAT64 -> table.getDouble(at);
      case BOOL -> table.getBoolean(at);
      case UTF8 -> table.getString(at);
      case BINARY -> HexFormat.of().formatHex(table.getBytes(at));
      case UTF8_LIST -> table.getStrings(at);
      case FLOAT32_LIST -> table.getFloats(at);
    };
  }
}
