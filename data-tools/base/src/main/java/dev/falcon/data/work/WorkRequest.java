// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The request of unfinished work, stored in a file beside that work. Only an equal request resumes
 * the work.
 *
 * @param file the file that holds the request
 * @param text the request as it is written to the file
 */
public record WorkRequest(Path file, String text) {
  /** The kind of work that was found. */
  public enum Found {
    /** There is no work. */
    NONE,
    /** There is work of an equal request, which is resumed. */
    EQUAL,
    /** There is work of another request, which may be discarded. */
    OTHER
  }

  /** Returns the request of work, written as JSON. */
  public static WorkRequest ofJson(Path file, Object request) {
    return new WorkRequest(file, Json.pretty(request));
  }

  /** Compares the request with that of existing work. */
  public Found find() {
    // Read once: other tasks may begin the work at the same moment.
    if (!Folders.exists(file)) {
      return Found.NONE;
    }
    try {
      return Files.readString(file).equals(text) ? Found.EQUAL : Found.OTHER;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Compares the request with that of existing work, and refuses work of another request.
   *
   * @param discard whether such work may be discarded
   * @param refusal supplies the failure to throw if it may not be discarded
   */
  public Found find(boolean discard, Supplier<? extends RuntimeException> refusal) {
    Found found = find();
    if (found == Found.OTHER && !discard) {
      throw refusal.get();
    }
    return found;
  }

  /** Writes the request of work that a single process does. */
  public void begin() {
    AtomicFile.write(file, text);
  }

  /** Writes the request of work that other tasks may begin at the same moment. */
  public void beginBesideOthers() {
    AtomicFile.writeAttempt(file, text);
  }
}
