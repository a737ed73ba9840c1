// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.BuildInfo;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.StoreManifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of verifying an output, its inputs and its record.
 *
 * @param output the file or folder
 * @param record the file that holds its provenance
 * @param kind the kind of output, such as {@code falcon_batch_plan}
 * @param falconVersion the version of the release that made it
 * @param commit the commit of the release that made it
 * @param sameRelease whether this release made it; another may give other bytes
 * @param contradictions the contradictions between the output and its record
 * @param files the output's own files that have a recorded digest
 * @param inputs the inputs from which it was made, each store followed by its own files
 */
@JsonPropertyOrder({
  "output",
  "record",
  "kind",
  "falconVersion",
  "commit",
  "sameRelease",
  "contradictions",
  "files",
  "inputs"
})
public record Verification(
    Path output,
    Path record,
    String kind,
    String falconVersion,
    String commit,
    boolean sameRelease,
    List<String> contradictions,
    List<FileFinding> files,
    List<FileFinding> inputs) {
  public Verification {
    contradictions = List.copyOf(contradictions);
    files = List.copyOf(files);
    inputs = List.copyOf(inputs);
  }

  /**
   * Checks an output: its own files and all inputs are read and digested again.
   *
   * @param search finds the inputs
   */
  public static Verification of(RecordedOutput recorded, InputSearch search) {
    Provenance provenance = recorded.provenance();
    List<FileFinding> inputs = new ArrayList<>();
    // Large files are digested in parallel.
    for (FileFinding finding : provenance.inputs().parallelStream().map(search::find).toList()) {
      inputs.add(finding);
      if (finding.holds() && Path.of(finding.name()).endsWith(StoreManifest.FILE_NAME)) {
        // A store's manifest holds the digests of the files beside it.
        finding
            .path()
            .map(manifest -> Path.of(manifest).toAbsolutePath().getParent())
            .ifPresent(
                store ->
                    inputs.addAll(
                        new OwnFilesCheck(RecordedOutput.open(store), search).findings()));
      }
    }
    BuildInfo build = BuildInfo.current();
    return new Verification(
        recorded.output(),
        recorded.record(),
        recorded.kind(),
        provenance.falconVersion(),
        provenance.commit(),
        build.version().equals(provenance.falconVersion())
            && build.commit().equals(provenance.commit()),
        recorded.contradictions(),
        new OwnFilesCheck(recorded, search).findings(),
        inputs);
  }

  /** Returns whether the record lists nothing that could be compared. */
  public boolean isEmpty() {
    return files.isEmpty() && inputs.isEmpty();
  }

  /** Returns whether anything differs from the record. */
  public boolean differs() {
    return !contradictions.isEmpty()
        || any(files, FileFinding.Status.CHANGED)
        || any(files, FileFinding.Status.MISSING)
        || any(inputs, FileFinding.Status.CHANGED);
  }

  /**
   * Returns whether the record and every input are unchanged, so that the output can be made again.
   */
  public boolean isRepeatable() {
    return contradictions.isEmpty() && inputs.stream().allMatch(FileFinding::holds);
  }

  /** Returns whether an input was not found, so that nothing is known about it. */
  public boolean lacksInputs() {
    return any(inputs, FileFinding.Status.MISSING);
  }

  /** Returns the path of an input that is as recorded; empty for other inputs. */
  public Optional<Path> path(Provenance.Input input) {
    return inputs.stream()
        .filter(found -> found.holds() && found.sha256().equals(input.sha256()))
        .flatMap(found -> found.path().stream())
        .map(Path::of)
        .findFirst();
  }

  /** Returns the SHA-256 digests of the inputs that are as recorded, by absolute path. */
  public Map<Path, String> digests() {
    Map<Path, String> digests = new HashMap<>();
    for (FileFinding found : inputs) {
      if (found.holds()) {
        found
            .path()
            .ifPresent(
                path -> digests.put(Path.of(path).toAbsolutePath().normalize(), found.sha256()));
      }
    }
    return digests;
  }

  private static boolean any(List<FileFinding> findings, FileFinding.Status status) {
    return findings.stream().anyMatch(finding -> finding.status() == status);
  }
}
