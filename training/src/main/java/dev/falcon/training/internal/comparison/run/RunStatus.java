package dev.falcon.training.internal.comparison.run;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.training.internal.store.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How far a run has come.
 *
 * @param kind in a word
 * @param reason of a run that has diverged or failed; else empty
 */
public record RunStatus(Kind kind, String reason) {
  /** What the run's process has said. */
  static final String LOG = "process.log";

  private static final String FAILURE = "falcon train: ";

  /** How a process begins the line that says why it failed. */
  private static final Pattern FAILED = Pattern.compile("falcon (train|finetune \\w+): ");

  /** How far, in a word. */
  public enum Kind {
    /** At its end. */
    FINISHED,
    /** A loss or gradient was no number; the same run would do it again. */
    DIVERGED,
    /** Its process ended otherwise; the next call tries again. */
    FAILED,
    /** Stopped in its midst; the next call goes on. */
    INTERRUPTED,
    /** Not begun. */
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
    if (Files.exists(folder.divergence())) {
      RunFolder.Divergence divergence = Json.read(folder.divergence(), RunFolder.Divergence.class);
      return new RunStatus(Kind.DIVERGED, divergence.message());
    }
    Path log = run.folder().resolve(LOG);
    if (!Files.exists(log)) {
      return new RunStatus(Kind.MISSING, "");
    }
    String failure = failure(log);
    return new RunStatus(failure.isEmpty() ? Kind.INTERRUPTED : Kind.FAILED, failure);
  }

  /** Notes the end of a process that has not said why it ended. */
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

  /** What the process has said last, where that was a failure. */
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

  /** Whether nothing is to be gained by running it again. */
  public boolean ended() {
    return kind == Kind.FINISHED || kind == Kind.DIVERGED;
  }

  String describe() {
    return reason.isEmpty() ? kind.word() : kind.word() + ": " + reason;
  }
}
