// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.request.MiningSummary;
import java.nio.file.Path;
import java.util.Collection;

/**
 * The sidecar of a plan in one file.
 *
 * @param format the format of the plan
 * @param version the version of the format
 * @param sha256 the digest of the plan; empty in sidecars of earlier versions
 * @param provenance the provenance of the plan
 * @param summary the summary of its rows
 */
@JsonPropertyOrder({"format", "version", "sha256", "provenance", "summary"})
record PlanSidecar(
    String format,
    int version,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String sha256,
    Provenance provenance,
    MiningSummary summary) {
  PlanSidecar {
    sha256 = sha256 == null ? "" : sha256;
  }

  /** Returns the sidecar of a plan whose file is written. */
  static PlanSidecar of(
      Path plan, String format, int version, Provenance provenance, MiningSummary summary) {
    return new PlanSidecar(format, version, Sha256.of(plan), provenance, summary);
  }

  /** Returns the path of the sidecar. */
  static Path file(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".json");
  }

  /** Returns the path of the list of unusable rows, which exists only if there are any. */
  static Path rejects(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".rejects.parquet");
  }

  /**
   * Refuses a plan's file if a file that Falcon has not written is in the place of one of its
   * sidecars. Nothing is written or removed.
   *
   * @param overwrite whether an existing plan is replaced
   * @param inputs the files and folders that are read
   * @throws RequestException if the plan or one of its sidecars would replace such a file
   */
  static void requirePlace(Path plan, boolean overwrite, Collection<Path> inputs) {
    OutputFile.require(plan, overwrite, inputs);
    Path file = file(plan);
    if (Folders.exists(file) && !isOfAPlan(plan)) {
      throw inTheWay(file, plan);
    }
    Path rejects = rejects(plan);
    if (Folders.exists(rejects) && !Rejects.isTable(rejects)) {
      throw inTheWay(rejects, plan);
    }
    WorkFolder.KIND.require(WorkFolder.beside(plan), inputs);
  }

  /** Returns whether a plan's sidecar says that Falcon has written it. */
  static boolean isOfAPlan(Path plan) {
    return OutputKind.says(file(plan), "/format", "falcon_");
  }

  private static RequestException inTheWay(Path file, Path plan) {
    return new RequestException(
        file
            + ": would be written beside "
            + plan
            + ", but another file exists there; name another output");
  }

  /** Writes the sidecar beside the plan. */
  void write(Path plan) {
    RecordFile.write(file(plan), this);
  }
}
