package dev.falcon.training.internal.store;

import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.Rejects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A run's folder: {@code config.yaml}, {@code metrics.jsonl}, {@code epochs.csv}, {@code
 * snapshots.jsonl}, {@code report.html}, {@code checkpoints/step-0001200.safetensors}, and at the
 * end {@code result.json}.
 */
public record RunFolder(Path path) {
  private static final List<String> FILES =
      List.of(
          "config.yaml",
          "metrics.jsonl",
          "epochs.csv",
          "snapshots.jsonl",
          "report.html",
          "result.json",
          "timing.json",
          "diverged.json",
          "answer_list.json",
          "language.json",
          FrozenWeights.NAME,
          "predictions-held.csv",
          "predictions-test.csv",
          "predictions-held.json",
          "predictions-test.json",
          Rejects.FILE_NAME);

  /**
   * Where a run has left its bounds.
   *
   * @param step counted from 0
   * @param message its losses, and what may help
   */
  public record Divergence(long step, String message) {}

  /** The folder of the run that wrote a checkpoint. */
  public static RunFolder of(Path checkpoint) {
    return new RunFolder(checkpoint.toAbsolutePath().getParent().getParent());
  }

  /** The file of a checkpoint. */
  public Path checkpoint(long step) {
    return checkpoints().resolve(String.format(Locale.ROOT, "step-%07d.safetensors", step));
  }

  private Path checkpoints() {
    return path.resolve("checkpoints");
  }

  /** The effective configuration. */
  public Path config() {
    return path.resolve("config.yaml");
  }

  /** A line a step, and a line an evaluation. */
  public Path metrics() {
    return path.resolve("metrics.jsonl");
  }

  /** A row an epoch. */
  public Path epochs() {
    return path.resolve("epochs.csv");
  }

  /** A line an epoch: what the same pairs look like. */
  public Path snapshots() {
    return path.resolve("snapshots.jsonl");
  }

  /** All of it as a page. */
  public Path report() {
    return path.resolve("report.html");
  }

  /** Whether the run has come to its end. */
  public boolean finished() {
    return Files.exists(result());
  }

  /** The answers among which fine-tuning on questions lets choose. */
  public Path answers() {
    return path.resolve("answer_list.json");
  }

  /** The sizes of the network in which a language model tells of images. */
  public Path language() {
    return path.resolve("language.json");
  }

  /** What of the network never learns. */
  public Path frozen() {
    return path.resolve(FrozenWeights.NAME);
  }

  /** Writes the run's result, which marks its end. */
  public void writeResult(Object result) {
    Folders.remove(divergence());
    Json.write(result(), result);
  }

  /** The run's result, which marks its end. */
  public Path result() {
    return path.resolve("result.json");
  }

  /** Milliseconds a step, by what they were spent on; of one thread also its processor time. */
  public Path timing() {
    return path.resolve("timing.json");
  }

  /** Where the run has left its bounds; there only if it has. */
  public Path divergence() {
    return path.resolve("diverged.json");
  }

  /** Writes that the run has left its bounds. */
  public void writeDivergence(Divergence divergence) {
    Json.write(divergence(), divergence);
  }

  /** Writes what the steps' time was spent on; the one file that differs between equal runs. */
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
   * The checkpoint from which a run goes on that is asked for again; empty where there is none.
   *
   * @param overwrite whether what is there is to be thrown away
   * @throws RequestException if the run is finished, and is to stay
   */
  public Optional<Checkpoint> interrupted(boolean overwrite) {
    if (finished() && !overwrite) {
      throw new RequestException(path + ": holds a finished run; --overwrite throws it away");
    }
    return overwrite ? Optional.empty() : newest();
  }

  /**
   * Writes what a run begins with. Nothing of an older run is touched before this, when the new one
   * is known to be possible.
   *
   * @param yaml the effective configuration
   * @param rejects what of the data cannot be used
   */
  public void begin(boolean overwrite, String yaml, List<Reject> rejects) {
    if (overwrite) {
      clear();
    }
    AtomicFile.write(config(), yaml);
    writeRejects(rejects);
  }

  /** The newest checkpoint. */
  public Optional<Checkpoint> newest() {
    List<Path> files = checkpointFiles();
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(Checkpoint.read(files.get(files.size() - 1)));
  }

  /** The checkpoint of an epoch's end, where it is kept; epochs count from 1. */
  public Optional<Checkpoint> afterEpoch(int epochs) {
    for (Path file : checkpointFiles()) {
      RunState state = Checkpoint.readState(file);
      if (state.epoch() == epochs && state.batch() == 0) {
        return Optional.of(Checkpoint.read(file));
      }
    }
    return Optional.empty();
  }

  /**
   * Removes all but the newest checkpoints; none for 0.
   *
   * @param spared one that stays in any case
   */
  public void prune(int keep, Optional<Path> spared) {
    List<Path> files = checkpointFiles();
    if (keep > 0) {
      files.subList(0, Math.max(0, files.size() - keep)).stream()
          .filter(file -> !spared.equals(Optional.of(file)))
          .forEach(Folders::remove);
    }
  }

  /** Removes a run's files; nothing that is not a run's. */
  public void clear() {
    checkpointFiles().forEach(Folders::remove);
    for (String name : FILES) {
      Folders.remove(path.resolve(name));
    }
  }

  private List<Path> checkpointFiles() {
    if (!Files.isDirectory(checkpoints())) {
      return List.of();
    }
    return Folders.list(checkpoints()).stream()
        .filter(file -> file.getFileName().toString().matches("step-\\d+\\.safetensors"))
        .sorted(Comparator.comparing(file -> file.getFileName().toString()))
        .toList();
  }
}
