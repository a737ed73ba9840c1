// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.data.FalconException;
import dev.falcon.data.PrintableText;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.SampleSource;
import java.io.PrintWriter;
import java.util.ArrayList;
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

  private static final ThreadLocal<Boolean> REJECTS_REPORTED = ThreadLocal.withInitial(() -> false);

  private DataNotes() {}

  /** Remembers a dataset that the running command has opened; returns it. */
  public static SampleSource of(SampleSource source) {
    OPENED.get().add(source);
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
    boolean rejects = done && !REJECTS_REPORTED.get();
    for (SampleSource source : OPENED.get()) {
      source.notes().stream()
          .filter(note -> rejects || note.kind() != DataNote.Kind.REJECTED)
          .map(DataNote::text)
          .map(AdvisedFlags::added)
          .forEach(lines::add);
    }
    return lines;
  }

  /** Prints one note. */
  static void print(PrintWriter err, String note) {
    err.println(PrintableText.line("note: " + note));
  }
}
