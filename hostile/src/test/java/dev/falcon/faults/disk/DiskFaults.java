// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import dev.falcon.faults.Launch;
import dev.falcon.faults.Trees;
import dev.falcon.faults.disk.Disk.Manner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Runs errands on a disk that fails, and compares what they leave with what they write on a sound
 * one.
 */
final class DiskFaults {
  /** A lock that no process holds does not count, and a command that is refused removes nothing. */
  private static final Pattern LOCK = Pattern.compile("(.*/)?\\.([^/]*\\.)?lock");

  private static final Pattern GROWING =
      Pattern.compile(
          ".*\\.jsonl|epochs\\.csv|events\\.out\\.tfevents\\..*|file-hashes\\.json(\\.sha256)?|run\\.json"
              + "|timing\\.json|report\\.html");

  private final Path folder;
  private final Path inputs;
  private final Path output;
  private final Map<String, Integer> usual = new HashMap<>();

  /** What has come of a fault. */
  enum Outcome {
    REFUSED,
    DONE_ALL_THE_SAME,
    /** Less was read than is there: rows were rejected, or the file was cut. */
    INPUT_CHANGED,
    /** The run did not do this again. */
    NOT_MET
  }

  /** A promise that was not kept. */
  static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    Broken(String message) {
      super(message);
    }
  }

  DiskFaults(Path folder) throws IOException {
    this.folder = folder.toAbsolutePath();
    this.inputs = Files.createDirectories(this.folder.resolve("in"));
    this.output = this.folder.resolve("out");
    Disk.watch(this.folder);
  }

  Path inputs() {
    return inputs;
  }

  /** Runs an errand as it is meant; its output stays for those behind it. What it has called. */
  List<DiskCall> undisturbed(Errand errand) throws IOException {
    prepare(errand);
    Disk.begin(Manner.SOUND, Optional.empty());
    Launch.End end = run(errand);
    List<DiskCall> calls = Disk.end();
    if (!end.isDone()) {
      throw new AssertionError(errand.name() + " ends with " + end);
    }
    usual.put(errand.name(), end.exitCode());
    Trees.copy(output, Files.createDirectories(inputs.resolve(errand.name())));
    return calls;
  }

  /** Runs an errand where every read and write moves a part of what was asked for. */
  void inPieces(Errand errand) throws IOException, Broken {
    prepare(errand);
    Disk.begin(Manner.IN_PIECES, Optional.empty());
    Launch.End end = run(errand);
    Disk.end();
    require(end.exitCode() == usual.get(errand.name()), end.toString());
    requireNothingElse(errand);
  }

  /** Lets one call of an errand fail, or find the end of its file. */
  Outcome disturbed(Errand errand, DiskCall call, Manner manner) throws IOException, Broken {
    prepare(errand);
    Disk.begin(manner, Optional.of(call));
    Launch.End end = run(errand);
    Disk.end();
    Optional<DiskCall> failed = Disk.failed();
    if (failed.isEmpty()) {
      return Outcome.NOT_MET;
    }
    if (end.isDone()) {
      // Whoever cuts a file while it is read, or makes some of it unreadable, has changed the
      // input.
      boolean sameInput = manner != Manner.ENDS && end.exitCode() == usual.get(errand.name());
      if (sameInput) {
        require(isThere(errand), "not all is there, though it ended with " + end);
        resume(errand, end);
      }
      return sameInput ? Outcome.DONE_ALL_THE_SAME : Outcome.INPUT_CHANGED;
    }
    require(end.isRefusal(), "ended with " + end);
    require(names(end.said(), failed.get()), "does not name the file: " + end);
    // Whoever cuts a file while it is read has changed the input, after its digest was taken.
    if (manner != Manner.ENDS) {
      if (!isThere(errand)) {
        requireNothingHalf(errand, end);
      }
      resume(errand, end);
    }
    return Outcome.REFUSED;
  }

  /** The same command again, on a sound disk; it may say that all is there already. */
  private void resume(Errand errand, Launch.End end) throws IOException, Broken {
    boolean was = isThere(errand);
    Launch.End again = run(errand);
    try {
      require(
          again.exitCode() == usual.get(errand.name()) || (was && again.isRefusal()),
          again.toString());
      requireNothingElse(errand);
    } catch (Broken e) {
      throw new Broken("again: " + e.getMessage() + ", after " + end);
    }
  }

  private void prepare(Errand errand) throws IOException {
    Trees.delete(output);
    Files.createDirectories(output.getParent());
    if (!errand.place().isEmpty()) {
      Trees.copy(inputs.resolve(errand.place()), output);
    }
  }

  private Launch.End run(Errand errand) {
    return errand.run(inputs, output);
  }

  /** Whether everything that an undisturbed run writes is there, and perhaps more. */
  private boolean isThere(Errand errand) throws IOException {
    Path whole = inputs.resolve(errand.name());
    return Trees.difference(output, whole).stream()
        .noneMatch(file -> Files.exists(whole.resolve(file)));
  }

  /** Holds what was written against an undisturbed run, file by file; a lock may stay. */
  private void requireNothingElse(Errand errand) throws IOException, Broken {
    List<String> different = Trees.difference(output, inputs.resolve(errand.name()));
    different.removeIf(name -> LOCK.matcher(name).matches());
    require(different.isEmpty(), different + " are not as in an undisturbed run");
  }

  /** What bears the name of an output is one; what tells how far a run has come grows. */
  private void requireNothingHalf(Errand errand, Launch.End end) throws IOException, Broken {
    Path whole = inputs.resolve(errand.name());
    Path before = inputs.resolve(errand.place());
    for (Path file : Trees.files(output)) {
      String name = output.relativize(file).toString();
      require(
          GROWING.matcher(file.getFileName().toString()).matches()
              || !Files.exists(whole.resolve(name))
              || Files.mismatch(file, whole.resolve(name)) < 0
              || (Files.exists(before.resolve(name))
                  && Files.mismatch(file, before.resolve(name)) < 0),
          file + " is not whole, after " + end);
    }
  }

  /** Whether a line names a file, or a folder that it lies in. */
  private boolean names(String line, DiskCall failed) {
    Path file = Path.of(failed.file());
    if (line.contains(file.getFileName().toString())) {
      return true;
    }
    for (Path at = file; !at.equals(folder) && at.startsWith(folder); at = at.getParent()) {
      if (line.contains(at.toString())) {
        return true;
      }
    }
    return false;
  }

  private static void require(boolean held, String otherwise) throws Broken {
    if (!held) {
      throw new Broken(otherwise);
    }
  }
}
