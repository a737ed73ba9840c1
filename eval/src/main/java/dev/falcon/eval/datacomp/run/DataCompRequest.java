// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp.run;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.List;

/**
 * A request to evaluate a model on DataComp's tasks.
 *
 * @param dataDir the folder that holds the datasets' folders
 * @param outputDir the folder of the results, from which an interrupted run resumes
 * @param tasks the tasks, as keys with {@code *} and {@code ?}; empty for all forty
 * @param onMissing the treatment of missing task folders
 * @param countOtherRegion whether FMoW's region "Other" can be the worst, as in the official metric
 * @param overwrite whether results of another model in the output folder may be replaced
 */
public record DataCompRequest(
    Path dataDir,
    Path outputDir,
    List<String> tasks,
    OnMissing onMissing,
    boolean countOtherRegion,
    boolean overwrite) {

  /** The action to take if the data of a task are missing. */
  public enum OnMissing {
    /** Leave the task out, and list it as missing in the result. */
    SKIP,
    /** Stop before any work. */
    FAIL
  }

  public DataCompRequest {
    tasks = List.copyOf(tasks);
    if (dataDir == null) {
      throw new RequestException("name the folder that holds the datasets");
    }
    if (outputDir == null) {
      throw new RequestException("name the folder for the results");
    }
  }

  /** Returns a request for all tasks whose data exist, with the official options. */
  public static DataCompRequest of(Path dataDir, Path outputDir) {
    return new DataCompRequest(dataDir, outputDir, List.of(), OnMissing.SKIP, true, false);
  }
}
