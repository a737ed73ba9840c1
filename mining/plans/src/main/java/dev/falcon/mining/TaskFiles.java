// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.RowContents;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.TaskCount;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.internal.run.SpaceMiners;
import dev.falcon.mining.plan.OutputTable;
import dev.falcon.mining.plan.PlanFolder;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The files that tasks and the merge share in a plan's folder, beside its parts: the check of the
 * store, and the number of tasks.
 */
record TaskFiles(Path folder) {
  private static final String CHECK = "store-check.json";
  private static final String CHECKED = PlanFolder.CHECK;

  /**
   * Returns the check that an earlier task has stored; if there is none, makes it together with
   * other tasks.
   *
   * @param overwrite whether to ignore files left by other tasks
   */
  StoreReport check(EmbeddingStore store, Shard task, boolean overwrite, Progress progress) {
    Path file = folder.resolve(CHECK);
    if (overwrite) {
      return StoreCheck.run(store, progress);
    }
    StoreReport report =
        Folders.exists(file) && store.hasSums()
            ? read(file)
            : new SharedCheck(folder.resolve(CHECKED), file, task).of(store, progress);
    store.requireFiles();
    return report;
  }

  /** Returns the store as one whose check the tasks share. */
  EmbeddingStore sharing(MiningRequest request, Shard task) {
    Constraints constraints = request.options().constraints();
    Set<Exclusion> exclusions = constraints.exclusions();
    RowContents contents =
        new RowContents(
            SpaceMiners.readVectors(request.options()),
            exclusions.contains(Exclusion.SAME_IMAGE)
                || exclusions.contains(Exclusion.SAME_IMAGE_IF_POSSIBLE),
            exclusions.contains(Exclusion.SAME_CAPTION) || constraints.truth());
    return request.store().sharedIn(folder.resolve(CHECKED), task, contents, request.overwrite());
  }

  void keep(StoreReport check, Shard shard) {
    AtomicFile.writeAttempt(folder.resolve(CHECK), RecordFile.text(check));
    tasks().keep(shard.count());
  }

  /** Returns the table of a part that is to be written. */
  OutputTable piece(List<MiningUnit> units, int part, PlanFolder plan) {
    Path attempt = plan.attempt(part);
    return new OutputTable(
        units, attempt, (summary, rows) -> plan.commit(part, attempt, rows, summary.write()));
  }

  /** Returns the number of tasks that share the work. */
  TaskCount tasks() {
    return TaskCount.in(folder);
  }

  /** Writes the list of rejected rows, if any. */
  void writeRejects() {
    StoreReport check = read(folder.resolve(CHECK));
    if (!check.rejects().isEmpty()) {
      Rejects.write(folder.resolve("rejects.parquet"), check.rejects());
    }
  }

  private static StoreReport read(Path check) {
    RecordFile.requireAsWritten(check, "remove it, and run one of the tasks again");
    return Json.read(check, StoreReport.class);
  }

  List<Path> own() {
    return List.of(folder.resolve(CHECK), folder.resolve(CHECKED), tasks().file());
  }
}
