// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.FalconException;
import dev.falcon.data.PrintableText;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.SampleSource;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Prints the notes of all datasets that a command has read, when it ends. A command opens its
 * datasets on its own thread.
 */
public final class DataNotes {
  private static final ThreadLocal<List<SampleSource>> OPENED =
      ThreadLocal.withInitial(ArrayList::new);

  private static final ThreadLocal<List<SampleSource>> OF_STORES =
      ThreadLocal.withInitial(ArrayList::new);

  /** Notes that advise to read the data in another way. */
  private static final Set<DataNote.Kind> OTHER_READING =
      EnumSet.of(DataNote.Kind.LINE_BREAKS, DataNote.Kind.RESTARTING_KEYS, DataNote.Kind.NUMBERED);

  private static final ThreadLocal<Boolean> REJECTS_REPORTED = ThreadLocal.withInitial(() -> false);

  private DataNotes() {}

  /** Remembers a dataset that the running command has opened; returns it. */
  public static SampleSource of(SampleSource source) {
    OPENED.get().add(source);
    return source;
  }

  /**
   * Remembers the data of a store; returns them. The command that made the store has advised how
   * else to read them, and the running one has no such option.
   */
  public static SampleSource ofStore(SampleSource source) {
    OF_STORES.get().add(source);
    return source;
  }

  /** Leaves out the notes on rejected rows, which the running command reports itself. */
  public static void rejectsAreReported() {
    REJECTS_REPORTED.set(true);
  }

  /**
   * Prints the notes of the datasets that were opened since the last call.
   *
   * @param done whether the command did not fail; a failure itself says why rows were rejected
   */
  public static void print(PrintWriter err, boolean done) {
    try {
      lines(done).forEach(line -> print(err, line));
    } catch (FalconException e) {
      if (done) { // else the failure of the command is reported, and has the same cause
        print(err, e.getMessage());
      }
    } finally {
      OPENED.remove();
      OF_STORES.remove();
      REJECTS_REPORTED.remove();
    }
  }

  /**
   * Returns the notes of the datasets that were opened since they were last printed.
   *
   * @param done whether the command did not fail
   */
  public static Set<String> lines(boolean done) {
    Set<String> lines = new LinkedHashSet<>();
    Set<DataNote.Kind> left = EnumSet.noneOf(DataNote.Kind.class);
    if (!done || REJECTS_REPORTED.get()) {
      left.add(DataNote.Kind.REJECTED);
    }
    OPENED.get().forEach(source -> add(source, left, lines));
    left.addAll(OTHER_READING);
    OF_STORES.get().forEach(source -> add(source, left, lines));
    return lines;
  }

  private static void add(SampleSource source, Set<DataNote.Kind> left, Set<String> lines) {
    source.notes().stream()
        .filter(note -> !left.contains(note.kind()))
        .map(DataNote::text)
        .map(AdvisedFlags::added)
        .forEach(lines::add);
  }

  /** Prints one note. */
  static void print(PrintWriter err, String note) {
    err.println(PrintableText.line("note: " + note));
  }
}
