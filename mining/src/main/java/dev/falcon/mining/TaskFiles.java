package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.parts.Shard;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.Rejects;
import dev.falcon.mining.internal.plan.Piece;
import dev.falcon.mining.internal.plan.PlanFolder;
import dev.falcon.mining.parts.PlanManifest;
import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What tasks leave for each other and for the merge in a plan's folder, beside its parts: the check
 * of the store, which one has made for all, and how many tasks there are.
 */
record TaskFiles(Path folder) {
  private static final String CHECK = "store-check.json";
  private static final String CHECKED = ".check";
  private static final String TASKS = "tasks.json";

  /** How many tasks share the work. */
  record Tasks(int count) {}

  void requireUnfinished(boolean overwrite) {
    if (Files.exists(folder.resolve(PlanManifest.FILE_NAME)) && !overwrite) {
      throw new RequestException(
          folder + ": holds a finished plan; give --overwrite to replace it");
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new RequestException(
          folder + ": is a file; with --shard the plan is a folder of parts");
    }
  }

  /**
   * The check that an earlier task has left; else one that is made together with other tasks.
   *
   * @param overwrite whether what tasks have left is nobody's
   */
  StoreReport check(EmbeddingStore store, Shard task, boolean overwrite, Progress progress) {
    Path file = folder.resolve(CHECK);
    if (overwrite) {
      return StoreCheck.run(store, progress);
    }
    return Files.exists(file)
        ? Json.read(file, StoreReport.class)
        : new SharedCheck(folder.resolve(CHECKED), file, task).of(store, progress);
  }

  /** The store, whose files' digests a task finds together with others. */
  EmbeddingStore sharingDigests(EmbeddingStore store, Shard task) {
    return store.withDigestsIn(folder.resolve(CHECKED), task);
  }

  void keep(StoreReport check, Shard shard) {
    Json.writeAttempt(folder.resolve(CHECK), check);
    Json.writeAttempt(folder.resolve(TASKS), new Tasks(shard.count()));
  }

  /** A part to be written into place. */
  Piece piece(List<MiningUnit> units, int part, PlanFolder plan) {
    Path attempt = plan.attempt(part);
    return new Piece(
        units, attempt, (summary, rows) -> plan.commit(part, attempt, rows, summary.write()));
  }

  int tasks() {
    Path file = folder.resolve(TASKS);
    return Files.exists(file) ? Json.read(file, Tasks.class).count() : 1;
  }

  /** Writes the list of rejected rows, if any. */
  void writeRejects() {
    StoreReport check = Json.read(folder.resolve(CHECK), StoreReport.class);
    if (!check.rejects().isEmpty()) {
      Rejects.write(folder.resolve("rejects.parquet"), check.rejects());
    }
  }

  List<Path> own() {
    return List.of(folder.resolve(CHECK), folder.resolve(CHECKED), folder.resolve(TASKS));
  }
}
