package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The request of unfinished work, in a file beside that work: only an equal request resumes it.
 *
 * @param file of the request
 * @param text the request as it is written there
 */
public record WorkRequest(Path file, String text) {
  /** The work that is there. */
  public enum Found {
    /** There is none. */
    NONE,
    /** It is of an equal request, and is resumed. */
    EQUAL,
    /** It is of another request, and may be discarded. */
    OTHER
  }

  /** Of a request that is written as JSON. */
  public static WorkRequest ofJson(Path file, Object request) {
    return new WorkRequest(file, Json.pretty(request));
  }

  /** Compares the request with that of the work that is there. */
  public Found find() {
    // Read once: other tasks may begin the work at the same moment.
    if (!Files.exists(file)) {
      return Found.NONE;
    }
    try {
      return Files.readString(file).equals(text) ? Found.EQUAL : Found.OTHER;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Compares the request with that of the work that is there, and refuses work of another request.
   *
   * @param discard whether such work may be discarded
   * @param refusal the failure where it may not
   */
  public Found find(boolean discard, Supplier<? extends RuntimeException> refusal) {
    Found found = find();
    if (found == Found.OTHER && !discard) {
      throw refusal.get();
    }
    return found;
  }

  /** Writes the request of work that one process does. */
  public void begin() {
    AtomicFile.write(file, text);
  }

  /** Writes the request of work that other tasks may begin at the same moment. */
  public void beginBesideOthers() {
    AtomicFile.writeAttempt(file, text);
  }
}
