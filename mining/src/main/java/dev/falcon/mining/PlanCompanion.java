package dev.falcon.mining;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.mining.request.MiningSummary;
import java.nio.file.Path;

/** What is written beside a plan that is one file. */
@JsonPropertyOrder({"format", "version", "provenance", "summary"})
record PlanCompanion(String format, int version, Provenance provenance, MiningSummary summary) {
  /** Where it lies. */
  static Path file(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".json");
  }

  /** Where the rows lie that could not be used, if there are any. */
  static Path rejects(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".rejects.parquet");
  }

  /** Writes it beside the plan. */
  void write(Path plan) {
    Json.write(file(plan), this);
  }
}
