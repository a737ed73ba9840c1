// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.reproduce.internal.ComparisonRun;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.ComparisonResult;
import java.nio.file.Path;
import java.util.Collection;

/** Trains variants with several seeds each, and reports how they differ. */
public final class Comparisons {
  private Comparisons() {}

  /**
   * Refuses a folder that is not for a comparison, before anything is written.
   *
   * @param inputs the files and folders that are read
   * @throws RequestException if it is a file, or holds other files or an input
   */
  public static void requirePlace(Path out, Collection<Path> inputs) {
    ComparisonRun.KIND.require(out, inputs);
  }

  /**
   * Executes all requested training runs, and writes {@code comparison.json}, {@code
   * comparison.csv}, {@code comparison.md} and {@code report.html} on all runs in the folder. An
   * interrupted run resumes, a finished run is only read, and a run that diverged or failed is
   * reported.
   *
   * @throws RequestException if a folder holds a run of another configuration or version
   * @throws FalconException if another process is writing into the folder
   */
  public static ComparisonResult run(ComparisonRequest request) {
    return ComparisonRun.run(request);
  }
}
