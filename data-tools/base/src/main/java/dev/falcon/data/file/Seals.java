// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Keeps the digests of cached files beside them, in {@code NAME.sha256}. A cached file without its
 * digest, such as an interrupted run leaves, counts as absent. A file that does not match its
 * digest is refused, since its content would affect results.
 */
public final class Seals {
  private static final String SUFFIX = ".sha256";

  private Seals() {}

  /**
   * Writes a cached file, then its digest.
   *
   * @param writing writes the cached file
   */
  public static void write(Path file, Runnable writing) {
    Folders.remove(beside(file)); // so that an interruption leaves no digest of an older file
    writing.run();
    seal(file);
  }

  /** Writes the digest of a cached file. */
  public static void seal(Path file) {
    AtomicFile.writeAttempt(beside(file), Sha256.of(file) + "\n");
  }

  /**
   * Returns whether a cached file and its digest exist.
   *
   * @throws FalconException if the file has changed since it was sealed
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

  /** Returns whether a file and its digest exist, without comparing them. */
  public static boolean isBeside(Path file) {
    return Folders.exists(file) && Folders.exists(beside(file));
  }

  private static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + SUFFIX);
  }
}
