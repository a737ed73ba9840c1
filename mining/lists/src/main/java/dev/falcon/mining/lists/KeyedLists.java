// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import static dev.falcon.data.table.TableSchema.nullable;
import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import dev.falcon.mining.plan.ListKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists by key, version 2, for joins with other data. */
final class KeyedLists implements ListOutput.Sink {
  private final ListColumns columns;
  private final int count;
  private final boolean captions;
  private final TableWriter table;

  KeyedLists(
      ListColumns columns, int count, Path file, TableFormat format, Map<String, String> metadata) {
    this(columns, count, true, file, format, metadata);
  }

  private KeyedLists(
      ListColumns columns,
      int count,
      boolean captions,
      Path file,
      TableFormat format,
      Map<String, String> metadata) {
    this.columns = columns;
    this.count = count;
    this.captions = captions;
    this.table = TableWriter.create(file, format, schema(), metadata);
  }

  /** Starts the table of keys beside lists in another form, as triplets without captions. */
  static KeyedLists beside(Path lists, Map<String, String> metadata) {
    return new KeyedLists(
        ListColumns.TRIPLET, 0, false, ListKeys.beside(lists), TableFormat.PARQUET, metadata);
  }

  private TableSchema schema() {
    List<TableSchema.Column> all = new ArrayList<>();
    all.add(required("anchor", ColumnType.UTF8));
    if (columns == ListColumns.LABELED_PAIR) {
      all.add(required("candidate", ColumnType.UTF8));
      all.add(required("label", ColumnType.INT32));
      all.add(required("score", ColumnType.FLOAT32));
      all.add(nullable("judge_score", ColumnType.FLOAT32));
      all.add(nullable("candidate_caption", ColumnType.UTF8));
      return new TableSchema(all);
    }
    all.add(nullable("positive", ColumnType.UTF8));
    if (columns == ListColumns.N_TUPLE) {
      all.add(nullable("positive_score", ColumnType.FLOAT32));
      for (int n = 1; n <= count; n++) {
        all.add(nullable("negative_" + n, ColumnType.UTF8));
        all.add(nullable("negative_" + n + "_score", ColumnType.FLOAT32));
      }
      return new TableSchema(all);
    }
    all.add(nullable("negative", ColumnType.UTF8));
    all.add(nullable("positive_score", ColumnType.FLOAT32));
    all.add(nullable("negative_score", ColumnType.FLOAT32));
    all.add(nullable("judge_score", ColumnType.FLOAT32));
    all.add(nullable("rank", ColumnType.INT32));
    if (captions) {
      all.add(nullable("anchor_caption", ColumnType.UTF8));
      all.add(nullable("positive_caption", ColumnType.UTF8));
      all.add(nullable("negative_caption", ColumnType.UTF8));
    }
    return new TableSchema(all);
  }

  @Override
  public long append(MinedList list) {
    long before = table.rows();
    if (columns == ListColumns.LABELED_PAIR) {
      list.positives().forEach(item -> pair(list.query(), item, 1));
      list.negatives().forEach(item -> pair(list.query(), item, 0));
      return table.rows() - before;
    }
    List<Optional<ListedItem>> positives = new ArrayList<>();
    list.positives().forEach(item -> positives.add(Optional.of(item)));
    if (positives.isEmpty()) {
      positives.add(Optional.empty());
    }
    for (Optional<ListedItem> positive : positives) {
      if (columns == ListColumns.N_TUPLE) {
        tuple(list, positive);
      } else if (list.negatives().isEmpty()) { // a row without a negative records that
        pair(list.query(), positive);
        table.endRow();
      } else {
        list.negatives().forEach(negative -> triplet(list.query(), positive, negative));
      }
    }
    return table.rows() - before;
  }

  private void pair(ListedItem query, ListedItem item, int label) {
    table
        .setString(0, query.key())
        .setString(1, item.key())
        .setInt(2, label)
        .setFloat(3, item.cosine());
    judged(4, item);
    table.setString(5, item.caption()).endRow();
  }

  private void tuple(MinedList list, Optional<ListedItem> positive) {
    table.setString(0, list.query().key());
    positive.ifPresent(item -> table.setString(1, item.key()).setFloat(2, item.cosine()));
    for (int n = 0; n < Math.min(count, list.negatives().size()); n++) {
      ListedItem negative = list.negatives().get(n);
      table.setString(3 + 2 * n, negative.key()).setFloat(4 + 2 * n, negative.cosine());
    }
    table.endRow();
  }

  private void pair(ListedItem query, Optional<ListedItem> positive) {
    table.setString(0, query.key());
    positive.ifPresent(item -> table.setString(1, item.key()).setFloat(3, item.cosine()));
    if (captions) {
      table.setString(7, query.caption());
      positive.ifPresent(item -> table.setString(8, item.caption()));
    }
  }

  private void triplet(ListedItem query, Optional<ListedItem> positive, ListedItem negative) {
    pair(query, positive);
    table.setString(2, negative.key()).setFloat(4, negative.cosine());
    judged(5, negative);
    negative.rank().ifPresent(rank -> table.setInt(6, rank));
    if (captions) {
      table.setString(9, negative.caption());
    }
    table.endRow();
  }

  private void judged(int column, ListedItem item) {
    if (!Float.isNaN(item.judged())) {
      table.setFloat(column, item.judged());
    }
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
