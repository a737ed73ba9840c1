// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.internal.Content;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BiConsumer;

/** Reads the rows of a Parquet or Arrow file as JSON. */
public final class TypedJson {
  private TypedJson() {}

  /** Passes each row with its place to the receiver. */
  public static void read(Path file, BiConsumer<ObjectNode, String> receiver) {
    TypedRows.Format format =
        TableFormat.ofTable(file) == TableFormat.PARQUET ? ParquetRows::open : ArrowRows::open;
    long number = 0;
    try (TypedRows rows = format.open(file)) {
      while (rows.next()) {
        String where = file + ": row " + number;
        receiver.accept(row(rows, where), where);
        number++;
      }
    } catch (FalconException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The libraries throw exceptions of every kind for invalid bytes.
      throw new FalconException(
          file + ": truncated or damaged after row " + number + ": " + e.getMessage(), e);
    }
  }

  private static ObjectNode row(TypedRows rows, String where) {
    try {
      ObjectNode row = TypedFields.object(rows.columns(), rows::value, Set.of(), Set.of());
      for (Content.Field column : rows.columns().fields()) {
        if (!row.has(column.name())) {
          row.putNull(column.name());
        }
      }
      return row;
    } catch (BrokenRowException e) {
      throw new FalconException(where + ": " + e.getMessage(), e);
    }
  }
}
