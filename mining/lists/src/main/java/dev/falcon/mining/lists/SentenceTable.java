// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A table of texts in the columns of sentence-transformers' {@code mine_hard_negatives}. Its
 * trainers take the first of label, labels, score and scores as the label and every other column as
 * an input, so a column of scores replaces a column of labels.
 */
final class SentenceTable implements AutoCloseable {
  private final SentenceColumns columns;
  private final int count;
  private final boolean scores;
  private final TableWriter table;

  /** A text with its similarity to the anchor. */
  record Scored(String text, float score) {}

  /**
   * Starts a table.
   *
   * @param count the number of negatives per n-tuple
   * @param scores whether there is a column of scores
   */
  SentenceTable(
      SentenceColumns columns,
      int count,
      boolean scores,
      Path file,
      TableFormat format,
      Map<String, String> metadata) {
    this.columns = columns;
    this.count = count;
    this.scores = scores;
    this.table = TableWriter.create(file, format, schema(), metadata);
  }

  private TableSchema schema() {
    List<TableSchema.Column> all = new ArrayList<>();
    all.add(required("anchor", ColumnType.UTF8));
    switch (columns) {
      case TRIPLET -> {
        all.add(required("positive", ColumnType.UTF8));
        all.add(required("negative", ColumnType.UTF8));
      }
      case N_TUPLE -> {
        all.add(required("positive", ColumnType.UTF8));
        for (int n = 1; n <= count; n++) {
          all.add(required("negative_" + n, ColumnType.UTF8));
        }
      }
      case LABELED_PAIR -> {
        all.add(required("candidate", ColumnType.UTF8));
        all.add(
            scores ? required("score", ColumnType.FLOAT32) : required("label", ColumnType.INT32));
      }
      case LABELED_LIST -> {
        all.add(required("candidates", ColumnType.UTF8_LIST));
        all.add(required(scores ? "scores" : "labels", ColumnType.FLOAT32_LIST));
      }
    }
    if (scores && (columns == SentenceColumns.TRIPLET || columns == SentenceColumns.N_TUPLE)) {
      all.add(required("scores", ColumnType.FLOAT32_LIST));
    }
    return new TableSchema(all);
  }

  /**
   * Appends the rows of an anchor.
   *
   * @return the number of rows; 0 if the layout cannot hold them
   */
  long append(String anchor, List<Scored> positives, List<Scored> negatives) {
    long before = table.rows();
    switch (columns) {
      case TRIPLET -> triplets(anchor, positives, negatives);
      case N_TUPLE -> tuples(anchor, positives, negatives);
      case LABELED_PAIR -> pairs(anchor, positives, negatives);
      case LABELED_LIST -> lists(anchor, positives, negatives);
    }
    return table.rows() - before;
  }

  private void triplets(String anchor, List<Scored> positives, List<Scored> negatives) {
    for (Scored positive : positives) {
      for (Scored negative : negatives) {
        table.setString(0, anchor).setString(1, positive.text()).setString(2, negative.text());
        if (scores) {
          table.setFloats(3, List.of(positive.score(), negative.score()));
        }
        table.endRow();
      }
    }
  }

  private void tuples(String anchor, List<Scored> positives, List<Scored> negatives) {
    if (negatives.size() < count) {
      return;
    }
    for (Scored positive : positives) {
      table.setString(0, anchor).setString(1, positive.text());
      for (int n = 0; n < count; n++) {
        table.setString(2 + n, negatives.get(n).text());
      }
      if (scores) {
        table.setFloats(2 + count, withPositive(positive, negatives.subList(0, count)));
      }
      table.endRow();
    }
  }

  private void pairs(String anchor, List<Scored> positives, List<Scored> negatives) {
    for (int x = 0; x < positives.size() + negatives.size(); x++) {
      boolean own = x < positives.size();
      Scored candidate = own ? positives.get(x) : negatives.get(x - positives.size());
      table.setString(0, anchor).setString(1, candidate.text());
      if (scores) {
        table.setFloat(2, candidate.score());
      } else {
        table.setInt(2, own ? 1 : 0);
      }
      table.endRow();
    }
  }

  private void lists(String anchor, List<Scored> positives, List<Scored> negatives) {
    if (negatives.isEmpty()) {
      return;
    }
    for (Scored positive : positives) {
      List<String> candidates = new ArrayList<>(List.of(positive.text()));
      negatives.forEach(negative -> candidates.add(negative.text()));
      List<Float> labels = new ArrayList<>(Collections.nCopies(candidates.size(), 0f));
      labels.set(0, 1f);
      table
          .setString(0, anchor)
          .setStrings(1, candidates)
          .setFloats(2, scores ? withPositive(positive, negatives) : labels)
          .endRow();
    }
  }

  private static List<Float> withPositive(Scored positive, List<Scored> negatives) {
    List<Float> all = new ArrayList<>(List.of(positive.score()));
    negatives.forEach(negative -> all.add(negative.score()));
    return all;
  }

  long rows() {
    return table.rows();
  }

  void commit() {
    table.commit();
  }

  @Override
  public void close() {
    table.close();
  }
}
