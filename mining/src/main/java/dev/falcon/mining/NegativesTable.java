package dev.falcon.mining;

import static dev.falcon.data.table.TableSchema.nullable;
import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableSchema.Column;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.mining.request.MiningTarget.Columns;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The format of lists of negatives, in sentence-transformers' columns. Anchors, positives and
 * negatives are identified by their keys. A sample's own text is its positive, so that its anchor
 * and its positive have the same key. Scores are S, in [-2, 2].
 */
final class NegativesTable implements PlanLayout {
  private static final int VERSION = 1;
  private static final int ANCHOR = 0;
  private static final int OTHER = 1;

  private final Columns columns;
  private final int count;
  private final TableSchema schema;

  NegativesTable(MiningTarget.Negatives target) {
    this.columns = target.columns();
    this.count = target.count();
    this.schema = schema(target);
  }

  private static TableSchema schema(MiningTarget.Negatives target) {
    List<Column> columns = new ArrayList<>();
    columns.add(required("anchor", ColumnType.UTF8));
    switch (target.columns()) {
      case TRIPLET -> {
        columns.add(required("positive", ColumnType.UTF8));
        columns.add(required("negative", ColumnType.UTF8));
        columns.add(required("positive_score", ColumnType.FLOAT32));
        columns.add(required("negative_score", ColumnType.FLOAT32));
        columns.add(required("quantile", ColumnType.FLOAT32));
        columns.add(required("rank", ColumnType.INT32));
        columns.add(required("candidates", ColumnType.INT32));
        columns.add(nullable("positive_caption", ColumnType.UTF8));
        columns.add(nullable("negative_caption", ColumnType.UTF8));
      }
      case N_TUPLE -> {
        columns.add(required("positive", ColumnType.UTF8));
        columns.add(required("positive_score", ColumnType.FLOAT32));
        for (int n = 1; n <= target.count(); n++) {
          columns.add(nullable("negative_" + n, ColumnType.UTF8));
          columns.add(nullable("negative_" + n + "_score", ColumnType.FLOAT32));
        }
      }
      case LABELED_PAIR -> {
        columns.add(required("candidate", ColumnType.UTF8));
        columns.add(required("label", ColumnType.INT32));
        columns.add(required("score", ColumnType.FLOAT32));
        columns.add(nullable("candidate_caption", ColumnType.UTF8));
      }
    }
    return new TableSchema(columns);
  }

  @Override
  public String name() {
    return "negatives";
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public TableSchema schema() {
    return schema;
  }

  @Override
  public void append(TableWriter table, MiningUnit unit, MinedSpace mined, SampleFacts facts) {
    int at = 0;
    for (int size : mined.batchSizes()) {
      if (size > 0) {
        switch (columns) {
          case TRIPLET -> triplets(table, mined, facts, at, size);
          case N_TUPLE -> tuple(table, mined, facts, at, Math.min(size, count));
          case LABELED_PAIR -> pairs(table, mined, facts, at, size);
        }
      }
      at += size;
    }
  }

  private static void triplets(
      TableWriter table, MinedSpace mined, SampleFacts facts, int at, int size) {
    long anchor = mined.anchors()[at];
    for (int x = at; x < at + size; x++) {
      table
          .setString(ANCHOR, facts.key(anchor))
          .setString(OTHER, facts.key(anchor))
          .setString(2, facts.key(mined.rows()[x]))
          .setFloat(3, mined.positives()[x])
          .setFloat(4, mined.similarities()[x])
          .setFloat(5, mined.quantiles()[x])
          .setInt(6, mined.ranks()[x])
          .setInt(7, mined.candidates()[x])
          .setString(8, caption(facts, anchor))
          .setString(9, caption(facts, mined.rows()[x]))
          .endRow();
    }
  }

  private static void tuple(
      TableWriter table, MinedSpace mined, SampleFacts facts, int at, int size) {
    long anchor = mined.anchors()[at];
    table
        .setString(ANCHOR, facts.key(anchor))
        .setString(OTHER, facts.key(anchor))
        .setFloat(2, mined.positives()[at]);
    for (int n = 0; n < size; n++) {
      table
          .setString(3 + 2 * n, facts.key(mined.rows()[at + n]))
          .setFloat(4 + 2 * n, mined.similarities()[at + n]);
    }
    table.endRow();
  }

  private static void pairs(
      TableWriter table, MinedSpace mined, SampleFacts facts, int at, int size) {
    long anchor = mined.anchors()[at];
    pair(table, facts, anchor, anchor, 1, mined.positives()[at]);
    for (int x = at; x < at + size; x++) {
      pair(table, facts, anchor, mined.rows()[x], 0, mined.similarities()[x]);
    }
  }

  private static void pair(
      TableWriter table, SampleFacts facts, long anchor, long candidate, int label, float score) {
    table
        .setString(ANCHOR, facts.key(anchor))
        .setString(OTHER, facts.key(candidate))
        .setInt(2, label)
        .setFloat(3, score)
        .setString(4, caption(facts, candidate))
        .endRow();
  }

  private static Optional<String> caption(SampleFacts facts, long row) {
    return facts.hasCaptions() ? facts.caption(row) : Optional.empty();
  }
}
