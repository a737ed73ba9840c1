package dev.falcon.mining.internal.plan;

import dev.falcon.data.table.TableWriter;
import dev.falcon.data.table.schema.TableSchema;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.shuffle.MiningUnit;

/** Turns a mined space into rows of a table. */
public interface PlanLayout {
  /** What the table is called in its metadata, such as {@code batch_plan}. */
  String name();

  /** Version of the columns. */
  int version();

  /** The columns. */
  TableSchema schema();

  /** Appends one space. */
  void append(TableWriter table, MiningUnit unit, MinedSpace mined, SampleFacts facts);
}
