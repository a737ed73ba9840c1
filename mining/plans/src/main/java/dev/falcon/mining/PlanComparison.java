// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.verify.RowRanges;
import dev.falcon.data.verify.TableDifference;
import dev.falcon.mining.internal.run.MiningRun;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.shuffle.MiningUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the first difference between a plan and what was made again.
 *
 * @param plan its file or folder
 * @param layout the columns of its rows
 */
record PlanComparison(Path plan, PlanLayout layout) {
  private static final int PLACE_COLUMNS = 4;

  /** Returns the first difference in bytes, described by its row if the rows differ. */
  Optional<String> bytes(Path made) {
    for (Path file : files(made)) {
      Path recorded =
          Folders.isFolder(made)
              ? plan.resolve(made.relativize(file))
              : plan.resolveSibling(file.getFileName());
      if (!Folders.isFile(recorded)) {
        return Optional.of(recorded + ": is missing");
      }
      long at = mismatch(recorded, file);
      if (at >= 0) {
        return Optional.of(
            rows(made)
                .map(row -> plan + ": " + row)
                .orElse(recorded + ": differs from byte " + at + ", and all rows are equal"));
      }
    }
    return Optional.empty();
  }

  private static List<Path> files(Path made) {
    if (Folders.isFolder(made)) {
      return Folders.files(made);
    }
    List<Path> files = new ArrayList<>(List.of(made, PlanSidecar.file(made)));
    if (Folders.exists(PlanSidecar.rejects(made))) {
      files.add(PlanSidecar.rejects(made));
    }
    return files;
  }

  private static long mismatch(Path one, Path other) {
    try {
      return Files.mismatch(one, other);
    } catch (IOException e) {
      throw new FalconException(one + ": cannot be compared: " + e.getMessage(), e);
    }
  }

  /** Returns the first difference between all rows. */
  Optional<String> rows(Path made) {
    try (TableReader recorded = TableReader.open(plan);
        TableReader table = TableReader.open(made)) {
      return begun(recorded, RowRanges.all()).first(table);
    }
  }

  /**
   * Returns the first difference between search spaces that were mined again and their rows.
   *
   * @param units the search spaces, ascending
   * @param work the folder of the mined search spaces
   */
  Optional<String> rows(MiningRun run, List<MiningUnit> units, WorkFolder work) {
    RowRanges compared =
        layout instanceof BatchPlan
            ? ofSpaces(new HashSet<>(units))
            : ofAnchors(anchors(run, units, work));
    try (TableReader recorded = TableReader.open(plan)) {
      TableDifference difference = begun(recorded, compared);
      TableWriter made = difference.rows();
      for (MiningUnit unit : units) {
        layout.append(made, unit, work.read(unit), run.facts());
      }
      return difference.first();
    }
  }

  /** Begins a comparison; a row is named by its place in a plan, or by its anchor. */
  private TableDifference begun(TableReader recorded, RowRanges compared) {
    int naming = layout instanceof BatchPlan ? PLACE_COLUMNS : 1;
    return new TableDifference(recorded, layout.schema(), naming, compared);
  }

  private RowRanges ofSpaces(Set<MiningUnit> spaces) {
    RowRanges rows = new RowRanges();
    try (TableReader table = TableReader.open(plan)) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int lastEpoch = -1;
      int lastSpace = -1;
      boolean drawn = false;
      for (long row = 0; table.next(); row++) {
        if (table.getInt(epoch) != lastEpoch || table.getInt(space) != lastSpace) {
          lastEpoch = table.getInt(epoch);
          lastSpace = table.getInt(space);
          drawn = spaces.contains(new MiningUnit(lastEpoch, lastSpace));
        }
        if (drawn) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** A row of a list names no search space; its anchor determines it. */
  private RowRanges ofAnchors(Set<String> anchors) {
    RowRanges rows = new RowRanges();
    try (TableReader table = TableReader.open(plan)) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      for (long row = 0; table.next(); row++) {
        if (anchors.contains(table.getString(anchor))) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static Set<String> anchors(MiningRun run, List<MiningUnit> units, WorkFolder work) {
    Set<String> anchors = new HashSet<>();
    for (MiningUnit unit : units) {
      for (long anchor : work.read(unit).anchors()) {
        anchors.add(run.facts().key(anchor));
      }
    }
    return anchors;
  }
}
