// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Replacement;
import dev.falcon.eval.datacomp.Aggregate;
import dev.falcon.eval.datacomp.ResultFile;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.TaskResult;
import dev.falcon.eval.internal.vectors.ImagePass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An output folder. {@code run.json} records the inputs of every result; {@code eval_results.jsonl}
 * is written from it for other programs.
 */
public final class ResultFolder {
  /** Recognises such a folder. */
  public static final OutputKind KIND =
      new OutputKind(
          "results of DataComp's tasks",
          List.of(OutputKind.json(RunFile.NAME, "/provenance/command", "eval datacomp")),
          file -> ImagePass.isCache(file) || SampleOutcomes.isOne(file));

  /** Replaces results. */
  public static final Replacement REPLACEMENT =
      new Replacement(KIND, RunFile.NAME, ResultFolder::discard);

  private final Path folder;
  private final String fingerprint;
  private final String modelName;
  private final Map<String, TaskReport> done = new TreeMap<>();
  private Provenance provenance;
  private List<RunFile.Missing> missing = List.of();

  private ResultFolder(Path folder, String fingerprint, String modelName) {
    this.folder = folder;
    this.fingerprint = fingerprint;
    this.modelName = modelName;
  }

  private static void discard(Path folder) {
    Folders.remove(folder.resolve(RunFile.NAME));
    Folders.remove(folder.resolve(ResultFile.NAME));
    SampleOutcomes.tables(folder).forEach(Folders::remove);
    Rejects.list(folder.resolve(Rejects.FILE_NAME), List.of());
  }

  /**
   * Opens a folder, and keeps the results of the same model in it.
   *
   * @param overwrite whether results of another origin are discarded; otherwise they are an error
   */
  public static ResultFolder open(
      Path folder, String fingerprint, String modelName, boolean overwrite) {
    ResultFolder run = new ResultFolder(folder, fingerprint, modelName);
    Path runFile = folder.resolve(RunFile.NAME);
    if (!overwrite && Folders.exists(runFile)) {
      RunFile old = RunFile.read(runFile);
      if (!fingerprint.equals(old.modelSha256())) {
        throw new RequestException(
            runFile
                + ": holds results of another model ('"
                + old.model()
                + "'); name another folder, or overwrite them");
      }
      old.tasks().forEach(task -> run.done.put(task.key(), task));
    }
    if (!overwrite) {
      run.checkLines();
    }
    return run;
  }

  /** Refuses lines of results that a run of this model has not written. */
  private void checkLines() {
    Path file = folder.resolve(ResultFile.NAME);
    if (!Folders.exists(file)) {
      return;
    }
    for (TaskResult line : ResultFile.read(file)) {
      TaskReport report = done.get(line.key());
      if (report == null || !ResultFile.line(line).equals(ResultFile.line(report.result()))) {
        throw new FalconException(
            file
                + ": the result of "
                + line.key()
                + " is not in "
                + RunFile.NAME
                + ", so it may be of another model; name another folder, or overwrite"
                + " it");
      }
    }
  }

  /** Starts a run. */
  public void begin(Provenance newProvenance, List<RunFile.Missing> newMissing) {
    provenance = newProvenance;
    missing = newMissing;
  }

  /**
   * Returns whether the folder has a task's result from the same inputs. A result from other inputs
   * is dropped.
   *
   * @param inputsSha256 the digest of the inputs, as in {@link TaskReport}
   */
  public boolean has(Task task, String inputsSha256) {
    TaskReport old = done.get(task.key());
    if (old == null) {
      return false;
    }
    if (old.inputsSha256().equals(inputsSha256)) {
      return true;
    }
    done.remove(task.key());
    write();
    return false;
  }

  /** Writes a result. */
  public void add(TaskReport report) {
    done.put(report.key(), report);
    write();
  }

  /** Writes all results at the end of a run, and returns them. */
  public RunFile end() {
    return write();
  }

  private RunFile write() {
    List<TaskReport> ordered = new ArrayList<>();
    for (Task task : Suite.tasks()) {
      if (done.containsKey(task.key())) {
        ordered.add(done.get(task.key()));
      }
    }
    List<TaskResult> results = ordered.stream().map(TaskReport::result).toList();
    RunFile run =
        new RunFile(
            RunFile.VERSION,
            Suite.VERSION,
            modelName,
            fingerprint,
            provenance,
            ordered,
            missing,
            Aggregate.of(results));
    run.write(folder);
    ResultFile.write(folder.resolve(ResultFile.NAME), results);
    return run;
  }
}
