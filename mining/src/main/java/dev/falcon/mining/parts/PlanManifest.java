package dev.falcon.mining.parts;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.mining.MiningSummary;
import java.util.List;

/**
 * {@code plan.json} of a plan that is a folder of parts, written when all of them are there.
 *
 * @param format {@code falcon_batch_plan} or {@code falcon_negatives}
 * @param version of the columns
 * @param parts the tables, in order
 */
@JsonPropertyOrder({"format", "version", "parts", "provenance", "summary"})
public record PlanManifest(
    String format, int version, List<Part> parts, Provenance provenance, MiningSummary summary) {
  /** The manifest's name. */
  public static final String FILE_NAME = "plan.json";

  /** One table. */
  @JsonPropertyOrder({"file", "rows", "sha256"})
  public record Part(String file, long rows, String sha256) {}
}
