// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static dev.falcon.data.table.TableSchema.nullable;
import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.shuffle.MiningUnit;

/**
 * The format of a batch plan: the table of composed batches, one row per sample, ordered by epoch,
 * search space, batch and position. A trainer reads {@code index} or {@code key} in that order.
 *
 * <p>Columns: epoch, search_space and batch (within its space), all from 0; position in the batch;
 * index (row of the store) and key of the sample; anchor_index, the row that chose it; the
 * requested quantile, in [0, 1]; rank taken among the candidates, 0 the least similar; candidates,
 * |U|; similarity S of anchor and sample, in [-2, 2]. The last five are null for a sample without
 * an anchor: the first of a batch, and every sample of a uniform batch.
 */
public final class BatchPlan implements PlanLayout {
  /** The version of the columns. */
  public static final int VERSION = 1;

  /** The columns. */
  public static final TableSchema SCHEMA =
      TableSchema.of(
          required("epoch", ColumnType.INT32),
          required("search_space", ColumnType.INT32),
          required("batch", ColumnType.INT32),
          required("position", ColumnType.INT32),
          required("index", ColumnType.INT64),
          required("key", ColumnType.UTF8),
          nullable("anchor_index", ColumnType.INT64),
          nullable("quantile", ColumnType.FLOAT32),
          nullable("rank", ColumnType.INT32),
          nullable("candidates", ColumnType.INT32),
          nullable("similarity", ColumnType.FLOAT32));

  private static final int EPOCH = 0;
  private static final int SEARCH_SPACE = 1;
  private static final int BATCH = 2;
  private static final int POSITION = 3;
  private static final int INDEX = 4;
  private static final int KEY = 5;
  private static final int ANCHOR_INDEX = 6;
  private static final int QUANTILE = 7;
  private static final int RANK = 8;
  private static final int CANDIDATES = 9;
  private static final int SIMILARITY = 10;

  BatchPlan() {}

  @Override
  public String name() {
    return "batch_plan";
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public TableSchema schema() {
    return SCHEMA;
  }

  @Override
  public void append(TableWriter table, MiningUnit unit, MinedSpace mined, SampleFacts facts) {
    int at = 0;
    for (int batch = 0; batch < mined.batchSizes().length; batch++) {
      for (int position = 0; position < mined.batchSizes()[batch]; position++, at++) {
        table
            .setInt(EPOCH, unit.epoch())
            .setInt(SEARCH_SPACE, unit.space())
            .setInt(BATCH, batch)
            .setInt(POSITION, position)
            .setLong(INDEX, mined.rows()[at])
            .setString(KEY, facts.key(mined.rows()[at]));
        if (mined.anchors()[at] >= 0) {
          table
              .setLong(ANCHOR_INDEX, mined.anchors()[at])
              .setFloat(QUANTILE, mined.quantiles()[at])
              .setInt(RANK, mined.ranks()[at])
              .setInt(CANDIDATES, mined.candidates()[at])
              .setFloat(SIMILARITY, mined.similarities()[at]);
        }
        table.endRow();
      }
    }
  }
}
