package dev.falcon.reproduce.internal;

import dev.falcon.training.run.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The work of one process of a comparison: a run, or the fine-tuning of a run's checkpoint. */
interface PlannedWork {
  /** Its folder, used by no other work. */
  Path folder();

  /** Returns whether the work is executed; otherwise only existing results are read. */
  boolean asked();

  /** Folders of runs that must end first. */
  List<Path> needs();

  /** Returns whether its process can start, once the runs that it needs have ended. */
  boolean possible();

  /** Identity within its folder. */
  RunIdentity identity();

  /** The name in messages. */
  String name();

  /** The {@code falcon} command that runs it. */
  List<String> command();

  /** The command's input file: a whole configuration. */
  String request();

  /** The engine's threads on the CPU; 0 leaves it open. */
  int threads();

  /** Returns whether both use the same cached initial weights, which one of them computes. */
  boolean sharesStart(PlannedWork other);

  /** Its folder as a run's. */
  default RunFolder files() {
    return new RunFolder(folder());
  }

  /** Why its folder holds other work; empty if it does not. */
  default Optional<String> foreign() {
    if (Files.exists(folder().resolve(RunIdentity.FILE))) {
      return identity().difference(RunIdentity.read(folder())).map(other -> "a run of " + other);
    }
    return Files.exists(files().config())
        ? Optional.of("a run of no comparison")
        : Optional.empty();
  }

  /** Returns whether it reads another run's network. */
  default boolean needs(PlannedWork other) {
    return needs().contains(other.folder());
  }

  /** Returns whether its training has begun, so that its initial weights exist. */
  default boolean begun() {
    return Files.exists(files().metrics());
  }
}
