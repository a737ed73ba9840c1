// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.shuffle.MiningUnit;

/** Converts a mined space to rows of a table. */
public interface PlanLayout {
  /** Returns the table's name in its metadata, such as {@code batch_plan}. */
  String name();

  /** Returns the version of the columns. */
  int version();

  /** Returns the columns. */
  TableSchema schema();

  /** Appends one space. */
  void append(TableWriter table, MiningUnit unit, MinedSpace mined, SampleFacts facts);
}
