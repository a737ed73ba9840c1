// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a batch plan back as records. */
public record PlanRows(
    int epoch,
    int space,
    int batch,
    int position,
    long index,
    String key,
    Long anchor,
    Float quantile,
    Integer rank,
    Integer candidates,
    Float similarity) {

  public static List<PlanRows> read(Path file) {
    List<PlanRows> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int batch = table.column(ColumnType.INT32, "batch");
      int position = table.column(ColumnType.INT32, "position");
      int index = table.column(ColumnType.INT64, "index");
      int key = table.column(ColumnType.UTF8, "key");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      int quantile = table.column(ColumnType.FLOAT32, "quantile");
      int rank = table.column(ColumnType.INT32, "rank");
      int candidates = table.column(ColumnType.INT32, "candidates");
      int similarity = table.column(ColumnType.FLOAT32, "similarity");
      while (table.next()) {
        boolean chained = !table.isNull(anchor);
        rows.add(
            new PlanRows(
                table.getInt(epoch),
                table.getInt(space),
                table.getInt(batch),
                table.getInt(position),
                table.getLong(index),
                table.getString(key),
                chained ? table.getLong(anchor) : null,
                chained ? table.getFloat(quantile) : null,
                chained ? table.getInt(rank) : null,
                chained ? table.getInt(candidates) : null,
                chained ? table.getFloat(similarity) : null));
      }
    }
    return rows;
  }

  /** Names the batch that the row is in. */
  String batchName() {
    return epoch + "/" + space + "/" + batch;
  }
}
