// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Path;
import java.util.Map;

/**
 * The common format of a request's tables.
 *
 * @param facts the facts of the samples
 * @param layout the columns
 * @param provenance the provenance in the tables' metadata
 */
public record PlanTable(
    MiningPlan plan,
    SampleFacts facts,
    PlanLayout layout,
    TableFormat format,
    Provenance provenance) {

  /** Starts a table. */
  public TableWriter create(Path file) {
    return create(file, format, layout, provenance);
  }

  /** Starts a table of any plan. */
  public static TableWriter create(
      Path file, TableFormat format, PlanLayout layout, Provenance provenance) {
    return TableWriter.create(
        file,
        format,
        layout.schema(),
        Map.of(
            "falcon." + layout.name() + ".version",
            Integer.toString(layout.version()),
            "falcon.provenance",
            Json.line(provenance)));
  }

  /** Appends a search space, and adds its counts to the summary. */
  public void append(TableWriter table, SummaryBuilder summary, MiningUnit unit, MinedSpace mined) {
    layout.append(table, unit, mined, facts);
    summary.add(mined, plan.layout(unit.epoch()).rows(unit.space()), facts);
  }
}
