// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes lists as the tables of trainers: sentence-transformers' by id, VLM2Vec's with one negative
 * per row, mmE5's with all negatives of a list as a Python list in a string.
 */
final class TableLists implements ListOutput.Sink {
  private static final List<String> MMEB =
      List.of("qry", "qry_image_path", "pos_text", "pos_image_path", "neg_text", "neg_image_path");

  private final ListColumns columns;
  private final int count;
  private final boolean scores;
  private final ListContents contents;
  private final TableWriter table;

  TableLists(
      ListColumns columns,
      int count,
      boolean scores,
      ListContents contents,
      Path file,
      TableFormat format,
      Map<String, String> metadata) {
    this.columns = columns;
    this.count = count;
    this.scores = scores;
    this.contents = contents;
    this.table = TableWriter.create(file, format, schema(), metadata);
  }

  private TableSchema schema() {
    List<TableSchema.Column> all = new ArrayList<>();
    if (columns != ListColumns.IDS) {
      MMEB.forEach(name -> all.add(required(name, ColumnType.UTF8)));
    } else if (scores) {
      all.add(required("query_id", ColumnType.UTF8));
      all.add(required("document_ids", ColumnType.UTF8_LIST));
      all.add(required("scores", ColumnType.FLOAT32_LIST));
    } else {
      all.add(required("query_id", ColumnType.UTF8));
      all.add(required("positive_id", ColumnType.UTF8));
      all.add(required("negative_id", ColumnType.UTF8));
    }
    return new TableSchema(all);
  }

  @Override
  public long append(MinedList list) {
    long before = table.rows();
    for (ListedItem positive : list.positives()) {
      if (columns == ListColumns.MME5) {
        if (!list.negatives().isEmpty()) {
          row(list.query(), positive, all(list, contents::text), all(list, contents::image));
        }
      } else if (columns == ListColumns.VLM2VEC) {
        for (ListedItem negative : list.negatives()) {
          row(list.query(), positive, contents.text(negative), contents.image(negative));
        }
      } else if (scores) {
        documents(list, positive);
      } else {
        for (ListedItem negative : list.negatives()) {
          table
              .setString(0, list.query().key())
              .setString(1, positive.key())
              .setString(2, negative.key())
              .endRow();
        }
      }
    }
    return table.rows() - before;
  }

  /** Writes a row of documents; all rows have the same length, as the loss requires. */
  private void documents(MinedList list, ListedItem positive) {
    if (list.negatives().size() < count) {
      return;
    }
    List<String> documents = new ArrayList<>(List.of(positive.key()));
    List<Float> values = new ArrayList<>(List.of(contents.score(positive)));
    for (ListedItem negative : list.negatives()) {
      documents.add(negative.key());
      values.add(contents.score(negative));
    }
    table.setString(0, list.query().key()).setStrings(1, documents).setFloats(2, values).endRow();
  }

  private void row(ListedItem query, ListedItem positive, String text, String image) {
    table
        .setString(0, contents.queryText(query))
        .setString(1, contents.queryImage(query))
        .setString(2, contents.text(positive))
        .setString(3, contents.image(positive))
        .setString(4, text)
        .setString(5, image)
        .endRow();
  }

  /** Returns the negatives as a list of strings in JSON, which is also one in Python. */
  private static String all(MinedList list, Function<ListedItem, String> content) {
    return Json.line(list.negatives().stream().map(content).toList());
  }

  @Override
  public void commit() {
    table.commit();
  }

  @Override
  public void close() {
    table.close();
  }
}
