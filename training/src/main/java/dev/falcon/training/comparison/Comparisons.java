package dev.falcon.training.comparison;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.training.comparison.design.ComparisonRequest;
import dev.falcon.training.comparison.result.ComparisonResult;
import dev.falcon.training.internal.comparison.ComparisonRun;

/** Trains variants with several seeds each and says how they differ. */
public final class Comparisons {
  private Comparisons() {}

  /**
   * Brings the runs to their ends as far as that is asked for, and writes {@code comparison.json},
   * {@code comparison.csv}, {@code comparison.md} and {@code report.html} of all runs that are
   * there. A run that was interrupted goes on; one that is at its end is only read; one that has
   * diverged or failed is reported.
   *
   * @throws RequestException if a folder holds a run of another configuration or version
   * @throws FalconException if another process is writing into the folder
   */
  public static ComparisonResult run(ComparisonRequest request) {
    return ComparisonRun.run(request);
  }
}
