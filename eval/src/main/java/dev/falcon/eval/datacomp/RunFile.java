// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code run.json}: the evaluated tasks, the model and the data.
 *
 * @param version the version of the format
 * @param suite the revision of the suite whose numbers are reproduced
 * @param model the model folder's name
 * @param modelSha256 the SHA-256 digest of everything that determines the model's vectors
 * @param provenance Falcon's version and the options
 * @param tasks the finished tasks, in the suite's order
 * @param missing the requested tasks whose data were not found
 * @param aggregates the means over the finished tasks
 */
@JsonPropertyOrder({
  "version",
  "suite",
  "model",
  "modelSha256",
  "provenance",
  "aggregates",
  "missing",
  "tasks"
})
public record RunFile(
    int version,
    String suite,
    String model,
    String modelSha256,
    Provenance provenance,
    List<TaskReport> tasks,
    List<Missing> missing,
    List<Aggregate> aggregates) {
  /** The file's name within an output folder. */
  public static final String NAME = "run.json";

  /** The version that is written. */
  public static final int VERSION = 1;

  /**
   * A requested task that was not evaluated.
   *
   * @param key the task's key
   * @param dataset the task's name
   * @param reason the reason why it was not evaluated
   */
  public record Missing(String key, String dataset, String reason) {}

  public RunFile {
    tasks = List.copyOf(tasks);
    missing = List.copyOf(missing);
    aggregates = List.copyOf(aggregates);
  }

  /**
   * Reads a file.
   *
   * @throws FalconException if the file is incomplete or inconsistent
   */
  public static RunFile read(Path file) {
    RunFile run = Json.read(file, RunFile.class);
    if (run.model == null) {
      throw new FalconException(file + ": has no model");
    }
    Set<String> keys = new HashSet<>();
    for (TaskReport task : run.tasks) {
      if (task.key() == null || task.dataset() == null) {
        throw new FalconException(file + ": has a task without a key or without a dataset");
      }
      if (task.metrics() == null || task.tieBudget() == null) {
        throw new FalconException(
            file + ": the task " + task.key() + " has no metrics or no tie_budget");
      }
      if (!keys.add(task.key())) {
        throw new FalconException(file + ": has the task " + task.key() + " twice");
      }
    }
    return run;
  }

  /** Writes the file into an output folder, replacing an older one. */
  public void write(Path outputDir) {
    RecordFile.write(outputDir.resolve(NAME), this);
  }
}
