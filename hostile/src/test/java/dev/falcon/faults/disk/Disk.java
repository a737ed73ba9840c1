// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the one disk of this process is told to do, and what it has done. */
final class Disk {
  /** How many of Falcon's own methods tell one place from another. */
  private static final int DEPTH = 7;

  private static final String OWN = "dev.falcon.";
  private static final String TESTS = "dev.falcon.faults.";
  private static final StackWalker STACK = StackWalker.getInstance();

  /** How the disk behaves. */
  enum Manner {
    SOUND,
    /** Reads and writes move as few bytes as they like, which is allowed. */
    IN_PIECES,
    /** The one call fails; where it asks what a file is, all that is asked of its folder, too. */
    FAILS,
    /** From the one call on nothing can be written any more, nor removed. */
    DIES,
    /** The one read finds the end of the file. */
    ENDS
  }

  private static String watched = "/nowhere";
  private static Manner manner = Manner.SOUND;
  private static boolean running;
  private static Optional<DiskCall> failing = Optional.empty();
  private static Optional<DiskCall> failed = Optional.empty();
  private static final List<DiskCall> CALLS = new ArrayList<>();
  private static final Map<String, Integer> NUMBERS = new HashMap<>();

  private Disk() {}

  /** Counts from now on what happens below a folder; elsewhere nothing ever fails. */
  static synchronized void watch(Path folder) {
    watched = folder.toAbsolutePath().normalize().toString();
  }

  /** Begins a run. */
  static synchronized void begin(Manner how, Optional<DiskCall> where) {
    running = true;
    manner = how;
    failing = where;
    failed = Optional.empty();
    CALLS.clear();
    NUMBERS.clear();
  }

  /** Ends a run; what it has called. */
  static synchronized List<DiskCall> end() {
    running = false;
    return List.copyOf(CALLS);
  }

  /** The call that has failed in the last run, if the run came by there. */
  static synchronized Optional<DiskCall> failed() {
    return failed;
  }

  /** Notes a call and lets it fail where it was told to. */
  static void pass(Operation operation, Path real) throws IOException {
    if (comesTo(operation, real)) {
      throw operation.failure(real.toString());
    }
  }

  /** As {@link #pass} for a read; false where it is to find the end of the file. */
  static boolean passRead(Path real) throws IOException {
    if (comesTo(Operation.READ, real)) {
      if (manner == Manner.ENDS) {
        return false;
      }
      throw Operation.READ.failure(real.toString());
    }
    return true;
  }

  /** How many bytes a read or write may move that asks for so many. */
  static int piece(int asked) {
    return running && manner == Manner.IN_PIECES ? (asked + 2) / 3 : asked;
  }

  private static boolean comesTo(Operation operation, Path real) {
    Path whole = real.toAbsolutePath().normalize();
    if (!running || !whole.toString().startsWith(watched)) {
      return false;
    }
    String place =
        STACK.walk(
            frames ->
                frames
                    .filter(frame -> frame.getClassName().startsWith(OWN))
                    .filter(frame -> !frame.getClassName().startsWith(TESTS))
                    .limit(DEPTH)
                    .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                    .collect(Collectors.joining(" < ")));
    return note(operation, whole, place);
  }

  private static synchronized boolean note(Operation operation, Path real, String place) {
    int number = NUMBERS.merge(operation + place, 1, Integer::sum) - 1;
    DiskCall call = new DiskCall(operation, real.toString(), place, number);
    if (failing.isEmpty()) {
      CALLS.add(call);
    }
    if (failed.isPresent()) {
      return goesOnFailing(call, failed.get());
    }
    if (failing.isPresent() && failing.get().matches(call)) {
      failed = Optional.of(call);
      return true;
    }
    return false;
  }

  private static boolean goesOnFailing(DiskCall call, DiskCall first) {
    if (manner == Manner.DIES) {
      return call.operation().changesTheDisk();
    }
    // A file that nothing can be learned of lies in a folder that may not be entered.
    Path closed = Path.of(first.file()).getParent();
    return first.operation() == Operation.ATTRIBUTES
        && !closed.toString().equals(watched)
        && Path.of(call.file()).startsWith(closed);
  }
}
