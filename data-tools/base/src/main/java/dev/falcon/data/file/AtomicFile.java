// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An output that is written atomically: it is written under a temporary name in the same folder and
 * moved into place by {@link #commit()}. Closing without a commit leaves nothing.
 */
public final class AtomicFile implements AutoCloseable {
  /** The suffix of the temporary name, by which leftovers of a killed run are recognised. */
  public static final String TEMPORARY_SUFFIX = ".partial";

  private static final Pattern ATTEMPT =
      Pattern.compile(".+\\.[0-9a-f-]{36}" + Pattern.quote(TEMPORARY_SUFFIX));

  private final Path target;
  private final Path temporary;

  private AtomicFile(Path target, String attempt) {
    this.target = target;
    this.temporary = target.resolveSibling(target.getFileName() + attempt + TEMPORARY_SUFFIX);
  }

  /** Returns whether a file is a leftover of a killed run, which does not count as an output. */
  public static boolean isLeftover(Path file) {
    return file.toString().endsWith(TEMPORARY_SUFFIX);
  }

  /** Starts an output; creates its folder if it is missing. */
  public static AtomicFile create(Path target) {
    return create(target, "");
  }

  /**
   * Starts an output that other processes may be writing at the same time: each attempt has its own
   * temporary name, and the last to commit wins.
   */
  public static AtomicFile attempt(Path target) {
    return create(target, "." + UUID.randomUUID());
  }

  /** Removes the unfinished attempts in a folder; none may still be running. */
  public static void removeAttempts(Path folder) {
    Folders.list(folder).stream()
        .filter(file -> ATTEMPT.matcher(file.getFileName().toString()).matches())
        .forEach(Folders::remove);
  }

  private static AtomicFile create(Path target, String attempt) {
    Folders.make(target.toAbsolutePath().getParent());
    return new AtomicFile(target, attempt);
  }

  /** Writes a whole text file, replacing an older one. */
  public static void write(Path target, String text) {
    write(create(target), text);
  }

  /**
   * Like {@link #write(Path, String)}, for a file that other processes may be writing at the same
   * time.
   */
  public static void writeAttempt(Path target, String text) {
    write(attempt(target), text);
  }

  private static void write(AtomicFile begun, String text) {
    try (begun) {
      Files.writeString(begun.path(), text);
      begun.commit();
    } catch (IOException e) {
      throw new FalconException(begun.target + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Returns the temporary file. */
  public Path path() {
    return temporary;
  }

  /** Moves the written file into place, replacing an older one. */
  public void commit() {
    try {
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be moved into place: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    Folders.remove(temporary);
  }
}
