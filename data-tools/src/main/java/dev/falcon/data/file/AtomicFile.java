package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An output that appears whole or not at all: it is written under a temporary name in the same
 * folder and moved into place by {@link #commit()}. Closed without a commit, nothing is left.
 */
public final class AtomicFile implements AutoCloseable {
  /** What the temporary name ends with, so that leftovers of a killed run can be told. */
  public static final String TEMPORARY_SUFFIX = ".partial";

  private static final Pattern ATTEMPT =
      Pattern.compile(".+\\.[0-9a-f-]{36}" + Pattern.quote(TEMPORARY_SUFFIX));

  private final Path target;
  private final Path temporary;

  private AtomicFile(Path target, String attempt) {
    this.target = target;
    this.temporary = target.resolveSibling(target.getFileName() + attempt + TEMPORARY_SUFFIX);
  }

  /** Whether a file is what a run that was killed had begun; it does not count as an output. */
  public static boolean isLeftover(Path file) {
    return file.toString().endsWith(TEMPORARY_SUFFIX);
  }

  /** Begins an output; creates its folder where that is missing. */
  public static AtomicFile create(Path target) {
    return create(target, "");
  }

  /**
   * Begins an output that others may be writing at the same time: every attempt has a temporary
   * name of its own, and the last to commit wins.
   */
  public static AtomicFile attempt(Path target) {
    return create(target, "." + UUID.randomUUID());
  }

  /** Removes the attempts that lie in a folder; nobody may be at one any more. */
  public static void removeAttempts(Path folder) {
    Folders.list(folder).stream()
        .filter(file -> ATTEMPT.matcher(file.getFileName().toString()).matches())
        .forEach(Folders::remove);
  }

  private static AtomicFile create(Path target, String attempt) {
    Folders.make(target.toAbsolutePath().getParent());
    return new AtomicFile(target, attempt);
  }

  /** Writes a whole text file, over an older one. */
  public static void write(Path target, String text) {
    write(create(target), text);
  }

  /** As {@link #write(Path, String)}, of a file that others may be writing at the same time. */
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

  /** Where to write. */
  public Path path() {
    return temporary;
  }

  /** Moves the written file into place, over an older one. */
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
