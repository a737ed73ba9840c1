package dev.falcon.eval.report;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.List;

/**
 * The runs to compare and the files to write.
 *
 * @param runs output folders of evaluations, or DataComp's own {@code eval_results.jsonl}; the
 *     first is what the others are compared with
 * @param names headings for the runs; empty to call each by its model
 * @param outputDir where the report goes
 * @param withPublished whether to add the paper's three columns
 * @param seed of the bootstrap
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
