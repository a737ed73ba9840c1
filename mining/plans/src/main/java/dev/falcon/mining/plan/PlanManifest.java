// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.mining.request.MiningSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code plan.json} of a plan that is a folder of parts, written when all of them are finished.
 *
 * @param format {@code falcon_batch_plan} or {@code falcon_negatives}
 * @param version the version of the columns
 * @param parts the tables, in order
 */
@JsonPropertyOrder({"format", "version", "parts", "provenance", "summary"})
public record PlanManifest(
    String format, int version, List<Part> parts, Provenance provenance, MiningSummary summary) {
  /** The manifest's name. */
  public static final String FILE_NAME = "plan.json";

  /**
   * Returns the manifest of finished parts.
   *
   * @param parts the parts' tables, in order
   * @param summaries the counts of each part, in the same order
   */
  public static PlanManifest of(PlanRequest request, List<Part> parts, Iterable<byte[]> summaries) {
    SummaryBuilder summary = new SummaryBuilder();
    int part = 0;
    for (byte[] counted : summaries) {
      try {
        summary.read(counted);
      } catch (IOException e) {
        throw new FalconException(
            parts.get(part).file()
                + ": its counts are damaged; remove it, and mine part "
                + part
                + " again",
            e);
      }
      part++;
    }
    return new PlanManifest(
        "falcon_" + request.layout(),
        request.version(),
        parts,
        request.provenance(),
        summary.build(request.rows(), request.rejected(), request.epochs()));
  }

  /**
   * Reads all parts, and compares their digests.
   *
   * @param folder the folder of the plan
   * @throws FalconException naming the first part that is not as it was written
   */
  public void requireParts(Path folder) {
    for (Part part : parts) {
      Path file = folder.resolve(part.file());
      if (!Sha256.of(file).equals(part.sha256())) {
        throw new FalconException(
            file + ": is not as it was written; restore it, or mine the plan again (overwrite it)");
      }
    }
  }

  /** One table. */
  @JsonPropertyOrder({"file", "rows", "sha256"})
  public record Part(String file, long rows, String sha256) {}
}
