// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.List;

/**
 * A request for a report.
 *
 * @param runs the output folders of evaluations, or DataComp's own {@code eval_results.jsonl}; the
 *     others are compared with the first
 * @param names the headings of the runs; empty to use the models' names
 * @param outputDir the folder of the report
 * @param withPublished whether to add the paper's three columns
 * @param seed the seed of the bootstrap
 * @param overwrite whether an older report may be replaced
 */
public record ReportRequest(
    List<Path> runs,
    List<String> names,
    Path outputDir,
    boolean withPublished,
    long seed,
    boolean overwrite) {
  public ReportRequest {
    runs = List.copyOf(runs);
    names = List.copyOf(names);
    if (runs.isEmpty()) {
      throw new RequestException("name at least one run to report");
    }
    if (!names.isEmpty() && names.size() != runs.size()) {
      throw new RequestException(
          "give each run one name: " + names.size() + " names for " + runs.size() + " runs");
    }
    if (outputDir == null) {
      throw new RequestException("name the folder for the report");
    }
  }
}
