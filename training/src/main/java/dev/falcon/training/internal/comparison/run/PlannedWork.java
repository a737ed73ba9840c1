package dev.falcon.training.internal.comparison.run;

import dev.falcon.training.internal.store.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a process of a comparison does: a run, or what a run's checkpoint is fine-tuned for. */
public interface PlannedWork {
  /** Its files, and nobody else's. */
  Path folder();

  /** Whether it is to be brought to its end, or only read where it is there. */
  boolean asked();

  /** The folders of runs that must be at their end before. */
  List<Path> needs();

  /** Whether its process could begin, now that all that it needs is at its end. */
  boolean possible();

  /** What tells it from others in its folder. */
  RunIdentity identity();

  /** The name in messages. */
  String name();

  /** The command of {@code falcon} that does it. */
  List<String> command();

  /** The file that the command reads: a whole configuration. */
  String request();

  /** The engine's threads on the CPU; 0 leaves the choice to the engine. */
  int threads();

  /** Whether the first weights of both come from the same place, where one of them makes them. */
  boolean sharesStart(PlannedWork other);

  /** Its folder as a run's. */
  default RunFolder files() {
    return new RunFolder(folder());
  }

  /** What its folder holds, where that is not this. */
  default Optional<String> foreign() {
    if (Files.exists(folder().resolve(RunIdentity.FILE))) {
      return identity().difference(RunIdentity.read(folder())).map(other -> "a run of " + other);
    }
    return Files.exists(files().config())
        ? Optional.of("a run of no comparison")
        : Optional.empty();
  }

  /** Whether it looks at another one's network. */
  default boolean needs(PlannedWork other) {
    return needs().contains(other.folder());
  }

  /** Its training has begun, so that its first weights have been made. */
  default boolean begun() {
    return Files.exists(files().metrics());
  }
}
