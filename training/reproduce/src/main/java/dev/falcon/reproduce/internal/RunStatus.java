// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.training.run.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The progress of a run.
 *
 * @param kind the kind of the status
 * @param reason the reason why a run diverged or failed; empty otherwise
 */
public record RunStatus(Kind kind, String reason) {
  /** The output of the run's process. */
  static final String LOG = "process.log";

  private static final String FAILURE = "falcon train: ";

  /** The start of the line in which a process reports why it failed. */
  private static final Pattern FAILED = Pattern.compile("falcon (train|finetune \\w+): ");

  /** The kind of a status. */
  public enum Kind {
    /** The run has finished. */
    FINISHED,
    /** A loss or gradient was not finite; the same run would diverge again. */
    DIVERGED,
    /** The run's process failed; the next call tries again. */
    FAILED,
    /** The run was interrupted; the next call resumes it. */
    INTERRUPTED,
    /** The run has not started. */
    MISSING;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static RunStatus of(PlannedWork run) {
    RunFolder folder = run.files();
    if (folder.finished()) {
      return new RunStatus(Kind.FINISHED, "");
    }
    if (Folders.exists(folder.divergence())) {
      RunFolder.Divergence divergence = Json.read(folder.divergence(), RunFolder.Divergence.class);
      return new RunStatus(Kind.DIVERGED, divergence.message());
    }
    Path log = run.folder().resolve(LOG);
    if (!Folders.exists(log)) {
      return new RunStatus(Kind.MISSING, "");
    }
    String failure = failure(log);
    return new RunStatus(failure.isEmpty() ? Kind.INTERRUPTED : Kind.FAILED, failure);
  }

  /** Records the end of a process that did not report why it ended. */
  static void writeFailure(PlannedWork run, int exitCode) {
    Path log = run.folder().resolve(LOG);
    try {
      Files.writeString(
          log,
          FAILURE + "its process ended with code " + exitCode + "; see " + log + "\n",
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new FalconException(log + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Returns the last line of the process, if it reports a failure. */
  private static String failure(Path log) {
    try {
      String text = Files.readString(log, StandardCharsets.UTF_8);
      return FAILED
          .matcher(text)
          .results()
          .reduce((earlier, last) -> last)
          .flatMap(last -> text.substring(last.end()).lines().findFirst())
          .orElse("");
    } catch (IOException e) {
      throw new FalconException(log + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns whether the run has ended, so that another execution would not change the result. */
  public boolean ended() {
    return kind == Kind.FINISHED || kind == Kind.DIVERGED;
  }

  String describe() {
    return reason.isEmpty() ? kind.word() : kind.word() + ": " + reason;
  }
}
