package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Digests beside cached files, in {@code NAME.sha256}. A cached file without its digest, such as an
 * interruption leaves, counts as absent; one with another digest is refused, as what it holds would
 * go into results.
 */
public final class Seals {
  private static final String SUFFIX = ".sha256";

  private Seals() {}

  /**
   * Writes a cached file, then its digest.
   *
   * @param writing writes the file
   */
  public static void write(Path file, Runnable writing) {
    Folders.remove(beside(file)); // an interruption leaves no digest of an older file
    writing.run();
    seal(file);
  }

  /** Writes the digest of a cached file. */
  public static void seal(Path file) {
    AtomicFile.writeAttempt(beside(file), Sha256.of(file) + "\n");
  }

  /**
   * Returns whether a cached file and its digest are there.
   *
   * @throws FalconException if the file is not what it was when it was sealed
   */
  public static boolean isSealed(Path file) {
    Path seal = beside(file);
    if (!isBeside(file)) {
      return false;
    }
    try {
      String digest = Sha256.of(file) + "\n";
      if (digest.equals(new String(Files.readAllBytes(seal), StandardCharsets.UTF_8))) {
        return true;
      }
    } catch (NoSuchFileException e) {
      return false; // another process is writing it again
    } catch (IOException e) {
      throw new FalconException(seal + ": cannot be read: " + e.getMessage(), e);
    }
    throw new FalconException(
        file + ": this cache file is broken; delete it, and it is computed again");
  }

  /** Returns whether a file and its digest are there, without comparing them. */
  public static boolean isBeside(Path file) {
    return Files.exists(file) && Files.exists(beside(file));
  }

  private static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + SUFFIX);
  }
}
