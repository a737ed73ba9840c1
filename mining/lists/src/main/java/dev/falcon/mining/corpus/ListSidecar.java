// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.Rejects;
import java.nio.file.Path;
import java.util.List;

/**
 * The sidecar of lists, which is written last.
 *
 * @param format the format of the lists
 * @param version the version of the format
 * @param sha256 the SHA-256 digest of the file of lists; empty if the lists are a folder, whose
 *     files the sidecar lists
 * @param provenance the provenance of the lists
 * @param summary the summary of the lists
 */
@JsonPropertyOrder({"format", "version", "sha256", "provenance", "summary"})
record ListSidecar(
    String format, int version, String sha256, Provenance provenance, CorpusSummary summary) {
  private static final int VERSION = 2;

  /** Writes the sidecar of lists that are written. */
  static void write(Path lists, Provenance provenance, CorpusSummary summary) {
    RecordFile.write(
        ListPlaces.companion(lists),
        new ListSidecar(
            ListPlaces.FORMAT,
            VERSION,
            Folders.isFile(lists) ? Sha256.of(lists) : "",
            provenance,
            summary),
        Folders.isFolder(lists) ? Folders.files(lists) : List.of());
  }

  /** Reads the sidecar of lists. */
  static ListSidecar read(Path lists) {
    return Json.read(ListPlaces.companion(lists), ListSidecar.class);
  }

  /**
   * Reads the sidecar of lists, and compares the lists with it.
   *
   * @throws FalconException if a file is not as it was written
   */
  static ListSidecar requireWhole(Path lists) {
    String cure = "restore it, or mine it again (overwrite it)";
    RecordFile.requireFiles(ListPlaces.companion(lists), cure);
    ListSidecar sidecar = read(lists);
    boolean folder = sidecar.sha256() == null || sidecar.sha256().isEmpty();
    if (!folder && !Sha256.of(lists).equals(sidecar.sha256())) {
      throw new FalconException(lists + ": is not as it was written; " + cure);
    }
    return sidecar;
  }

  /** Returns the result of the run that wrote the lists. */
  CorpusResult result(Path lists) {
    List<Reject> rejects =
        summary.rejected() == 0 ? List.of() : Rejects.read(ListPlaces.rejects(lists));
    return new CorpusResult(lists, summary, rejects);
  }
}
