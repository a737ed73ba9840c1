// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.file.Folders;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The work of one process of a comparison: a run, or the fine-tuning of a run's checkpoint. */
interface PlannedWork {
  /** Returns the work's folder, which no other work uses. */
  Path folder();

  /** Returns whether the work is executed; otherwise only existing results are read. */
  boolean asked();

  /** Returns the folders of the runs that must end first. */
  List<Path> needs();

  /** Returns whether the work's process can start once the runs that it needs have ended. */
  boolean possible();

  /** Returns the identity that the folder records. */
  RunIdentity identity();

  /** Returns the name in messages. */
  String name();

  /** Returns the {@code falcon} command that runs it. */
  List<String> command();

  /** Returns the content of the command's input file: a complete configuration. */
  String request();

  /** Returns the number of the engine's threads on the CPU; 0 for the engine's default. */
  int threads();

  /**
   * Returns whether this work and another use the same cached initial weights, which one of them
   * computes.
   */
  boolean sharesStart(PlannedWork other);

  /** Returns the files in the work's folder. */
  default RunFolder files() {
    return new RunFolder(folder());
  }

  /** Returns a description of other work that the folder holds; empty if it holds none. */
  default Optional<String> foreign() {
    if (Folders.exists(folder().resolve(RunIdentity.FILE))) {
      return identity().difference(RunIdentity.read(folder())).map(other -> "a run of " + other);
    }
    return Folders.exists(files().config())
        ? Optional.of("a run of no comparison")
        : Optional.empty();
  }

  /** Returns whether this work reads the network of another. */
  default boolean needs(PlannedWork other) {
    return needs().contains(other.folder());
  }

  /** Returns whether the training has begun, so that the initial weights exist. */
  default boolean begun() {
    return Folders.exists(files().metrics());
  }
}
