// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import static dev.falcon.data.table.TableSchema.nullable;
import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.audit.internal.count.Judged;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.audit.request.AuditRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of audited pairs, one row per pair: its keys, its similarity and every judge's score.
 */
public final class PairsTable {
  /** The version of the columns. */
  public static final int VERSION = 1;

  /** The column of people's labels. */
  public static final String LABEL = "label";

  private static final List<TableSchema.Column> COLUMNS =
      List.of(
          required("kind", ColumnType.UTF8),
          required("direction", ColumnType.UTF8),
          required("anchor_key", ColumnType.UTF8),
          required("candidate_key", ColumnType.UTF8),
          required("image_key", ColumnType.UTF8),
          required("text_key", ColumnType.UTF8),
          nullable("quantile", ColumnType.FLOAT32),
          nullable("similarity", ColumnType.FLOAT32),
          required("weight", ColumnType.FLOAT64),
          required("same_image", ColumnType.BOOL),
          required("same_caption", ColumnType.BOOL),
          nullable("truth", ColumnType.BOOL));

  private PairsTable() {}

  /** Returns the name of a judge's column. */
  public static String column(Judged judged, int judge) {
    String kind = judged.judges().get(judge).scores().label();
    return kind + "_" + AuditRequest.column(judged.judges().get(judge).name());
  }

  /**
   * Writes the table.
   *
   * @param labels 1 for a match, 0 for no match, -1 without a label; if empty, the table has no
   *     column of labels
   */
  public static void write(
      Path file, Judged judged, Optional<byte[]> labels, Provenance provenance) {
    List<TableSchema.Column> columns = new ArrayList<>(COLUMNS);
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      columns.add(nullable(column(judged, judge), ColumnType.FLOAT32));
    }
    labels.ifPresent(column -> columns.add(nullable(LABEL, ColumnType.BOOL)));
    Map<String, String> metadata =
        Map.of(
            "falcon.audit_pairs.version",
            Integer.toString(VERSION),
            "falcon.provenance",
            Json.line(provenance));
    try (TableWriter table =
        TableWriter.create(file, TableFormat.PARQUET, new TableSchema(columns), metadata)) {
      for (int pair = 0; pair < judged.pairs().size(); pair++) {
        write(table, judged, pair);
        int last = columns.size() - 1;
        int number = pair;
        labels
            .filter(column -> column[number] >= 0)
            .ifPresent(column -> table.setBoolean(last, column[number] == 1));
        table.endRow();
      }
      table.commit();
    }
  }

  private static void write(TableWriter table, Judged judged, int number) {
    AuditPair pair = judged.pairs().get(number);
    Items items = judged.items();
    table
        .setString(0, judged.kind(number).label())
        .setString(1, pair.direction().label())
        .setString(2, items.key(pair.anchor()))
        .setString(3, items.key(pair.candidate()))
        .setString(4, items.imageKey(pair.image()))
        .setString(5, items.key(pair.text()));
    setFloat(table, 6, pair.quantile());
    setFloat(table, 7, judged.similarities().symmetric()[number]);
    table
        .setDouble(8, judged.weight(number))
        .setBoolean(9, items.sameImage(pair.anchor(), pair.candidate()))
        .setBoolean(10, items.sameCaption(pair.anchor(), pair.candidate()));
    if (judged.truth()[number] >= 0) {
      table.setBoolean(11, judged.truth()[number] == 1);
    }
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      setFloat(table, COLUMNS.size() + judge, judged.scores()[judge][number]);
    }
  }

  private static void setFloat(TableWriter table, int column, float value) {
    if (!Float.isNaN(value)) {
      table.setFloat(column, value);
    }
  }
}
