package dev.falcon.training.internal.store;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.FalconException;
import dev.falcon.data.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run's folder: {@code config.yaml}, {@code metrics.jsonl}, {@code epochs.csv}, {@code
 * checkpoints/step-0001200.safetensors}, and at the end {@code result.json}.
 */
public record RunFolder(Path path) {
  private static final List<String> FILES =
      List.of("config.yaml", "metrics.jsonl", "epochs.csv", "result.json", "timing.json");

  /** The file of a checkpoint. */
  public Path checkpoint(long step) {
    return checkpoints().resolve(String.format(Locale.ROOT, "step-%07d.safetensors", step));
  }

  private Path checkpoints() {
    return path.resolve("checkpoints");
  }

  /** A line a step, and a line an evaluation. */
  public Path metrics() {
    return path.resolve("metrics.jsonl");
  }

  /** A row an epoch. */
  public Path epochs() {
    return path.resolve("epochs.csv");
  }

  /** Whether the run has come to its end. */
  public boolean finished() {
    return Files.exists(path.resolve("result.json"));
  }

  /** Writes the run's result, which marks its end. */
  public void writeResult(Object result) {
    Json.write(path.resolve("result.json"), result);
  }

  /** Writes what the steps' time was spent on; the one file that differs between equal runs. */
  public void writeTiming(Object timing) {
    Json.write(path.resolve("timing.json"), timing);
  }

  /** Writes the effective configuration. */
  public void writeConfig(String yaml) {
    Path file = path.resolve("config.yaml");
    try (AtomicFile output = AtomicFile.create(file)) {
      Files.writeString(output.path(), yaml);
      output.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
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

  /** Removes all but the newest checkpoints; none for 0. */
  public void prune(int keep) {
    List<Path> files = checkpointFiles();
    if (keep > 0) {
      files.subList(0, Math.max(0, files.size() - keep)).forEach(RunFolder::delete);
    }
  }

  /** Removes a run's files; nothing that is not a run's. */
  public void clear() {
    checkpointFiles().forEach(RunFolder::delete);
    for (String name : FILES) {
      delete(path.resolve(name));
    }
  }

  private List<Path> checkpointFiles() {
    if (!Files.isDirectory(checkpoints())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(checkpoints())) {
      return files
          .filter(file -> file.getFileName().toString().matches("step-\\d+\\.safetensors"))
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      throw new FalconException(checkpoints() + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be removed: " + e.getMessage(), e);
    }
  }
}
