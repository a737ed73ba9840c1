// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.verify.FolderRecord;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Replacement;
import dev.falcon.training.config.ConfigTree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A run's folder: {@code config.yaml}, {@code metrics.jsonl}, {@code epochs.csv}, {@code
 * snapshots.jsonl}, {@code events.out.tfevents.0000000000.falcon}, {@code report.html}, {@code
 * checkpoints/step-0001200.safetensors}, and at the end {@code provenance.json} and {@code
 * result.json}.
 */
public record RunFolder(Path path) {
  private static final String FORMAT = "falcon_run";
  private static final String RESULT = "result.json";

  /** The name of the event file; TensorBoard recognises it by its middle part. */
  private static final String EVENTS = "events.out.tfevents.0000000000.falcon";

  private static final String FROZEN = "frozen.safetensors";

  private static final List<String> FILES =
      List.of(
          "metrics.jsonl",
          "epochs.csv",
          "snapshots.jsonl",
          EVENTS,
          "report.html",
          RESULT,
          RecordedOutput.PROVENANCE,
          "timing.json",
          "diverged.json",
          "answer_list.json",
          "language.json",
          FROZEN,
          "predictions-held.csv",
          "predictions-test.csv",
          "predictions-held.json",
          "predictions-test.json",
          Rejects.FILE_NAME);

  /** Recognises a run's folder, alone or within a comparison. */
  public static final OutputKind KIND =
      OutputKind.of(
          "a run",
          folder -> ConfigTree.isEffective(new RunFolder(folder).config()),
          OutputKind.json("run.json", "/variant", ""));

  /** Replaces a finished run. */
  public static final Replacement REPLACEMENT =
      new Replacement(KIND, RESULT, folder -> new RunFolder(folder).clear());

  /**
   * The record of a diverged run.
   *
   * @param step counted from 0
   * @param message its losses, and possible remedies
   */
  public record Divergence(long step, String message) {}

  /** Returns the folder of the run that has written a checkpoint. */
  public static RunFolder of(Path checkpoint) {
    return new RunFolder(checkpoint.toAbsolutePath().getParent().getParent());
  }

  /** Returns the file of a checkpoint. */
  public Path checkpoint(long step) {
    return checkpoints().resolve(String.format(Locale.ROOT, "step-%07d.safetensors", step));
  }

  private Path checkpoints() {
    return path.resolve("checkpoints");
  }

  /** Returns the file of the effective configuration. */
  public Path config() {
    return path.resolve("config.yaml");
  }

  /** Returns the file of metrics, with one line per step and one per evaluation. */
  public Path metrics() {
    return path.resolve("metrics.jsonl");
  }

  /** Returns the table with one row per epoch. */
  public Path epochs() {
    return path.resolve("epochs.csv");
  }

  /** Returns the file of snapshots of the same pairs, with one line per epoch. */
  public Path snapshots() {
    return path.resolve("snapshots.jsonl");
  }

  /** Returns the file of metrics for TensorBoard. */
  public Path events() {
    return path.resolve(EVENTS);
  }

  /** Returns the file of the report, an HTML page. */
  public Path report() {
    return path.resolve("report.html");
  }

  /** Returns whether the run has ended. */
  public boolean finished() {
    return Folders.exists(result());
  }

  /** Returns the file of candidate answers for VQA. */
  public Path answers() {
    return path.resolve("answer_list.json");
  }

  /** Returns the file of the sizes of the network of BLIP-2's second stage. */
  public Path language() {
    return path.resolve("language.json");
  }

  /** Returns the file of the network's frozen weights. */
  public Path frozen() {
    return path.resolve(FROZEN);
  }

  /**
   * Writes the run's record, with the digests of its files, and its result, which marks its end.
   *
   * @param provenance how the run was made
   */
  public void writeResult(Object result, Provenance provenance) {
    Folders.remove(divergence());
    byte[] text = Json.pretty(result).getBytes(StandardCharsets.UTF_8);
    List<Provenance.Input> files = new ArrayList<>();
    for (Path file : recorded()) {
      String name = path.relativize(file).toString().replace('\\', '/');
      files.add(Provenance.Input.of(name, file));
    }
    files.add(
        new Provenance.Input(result().getFileName().toString(), text.length, Sha256.of(text)));
    RecordFile.writeDigested(
        path.resolve(RecordedOutput.PROVENANCE), FolderRecord.of(FORMAT, provenance), files);
    AtomicFile.write(result(), new String(text, StandardCharsets.UTF_8));
  }

  /** Returns the files that are the same in equal runs, which are all but the times. */
  private List<Path> recorded() {
    List<Path> files = new ArrayList<>(List.of(config()));
    FILES.stream().map(path::resolve).filter(Folders::isFile).forEach(files::add);
    // An interruption may have left a record.
    files.removeAll(List.of(timing(), result(), path.resolve(RecordedOutput.PROVENANCE)));
    files.addAll(checkpointFiles());
    return files;
  }

  /** Returns the file of the run's result, which marks its end. */
  public Path result() {
    return path.resolve(RESULT);
  }

  /**
   * Returns the file of times: milliseconds per step and stage and, if there is only one thread,
   * also its processor time.
   */
  public Path timing() {
    return path.resolve("timing.json");
  }

  /** Returns the file of the record of a diverged run, which exists only after divergence. */
  public Path divergence() {
    return path.resolve("diverged.json");
  }

  /** Records that the run has diverged. */
  public void writeDivergence(Divergence divergence) {
    Json.write(divergence(), divergence);
  }

  /** Writes the steps' times to the only file that differs between equal runs. */
  public void writeTiming(Object timing) {
    Json.write(timing(), timing);
  }

  private void writeRejects(List<Reject> rejects) {
    Path file = path.resolve(Rejects.FILE_NAME);
    if (rejects.isEmpty()) {
      Folders.remove(file);
    } else {
      Rejects.write(file, rejects);
    }
  }

  /**
   * Writes a run's first files. Files of an older run are not touched before this call, when it is
   * known that the new run is possible.
   *
   * @param yaml the effective configuration
   * @param rejects the unusable rows of the data
   */
  public void begin(boolean overwrite, String yaml, List<Reject> rejects) {
    if (overwrite) {
      clear();
    }
    AtomicFile.write(config(), yaml);
    writeRejects(rejects);
  }

  /**
   * Removes all but the newest checkpoints.
   *
   * @param keep the number of checkpoints to keep; 0 for all
   * @param spared a checkpoint that is never removed
   */
  public void prune(int keep, Optional<Path> spared) {
    List<Path> files = checkpointFiles();
    if (keep > 0) {
      files.subList(0, Math.max(0, files.size() - keep)).stream()
          .filter(file -> !spared.equals(Optional.of(file)))
          .forEach(Folders::remove);
    }
  }

  /**
   * Removes a run's files, except for the configuration, which identifies the folder until it is
   * replaced. Files that are not the run's are kept.
   */
  public void clear() {
    checkpointFiles().forEach(Folders::remove);
    for (String name : FILES) {
      Folders.remove(path.resolve(name));
    }
  }

  /** Returns the files of the existing checkpoints, in the order of their steps. */
  public List<Path> checkpointFiles() {
    if (!Folders.isFolder(checkpoints())) {
      return List.of();
    }
    return Folders.list(checkpoints()).stream()
        .filter(file -> file.getFileName().toString().matches("step-\\d+\\.safetensors"))
        .sorted(Comparator.comparing(file -> file.getFileName().toString()))
        .toList();
  }
}
