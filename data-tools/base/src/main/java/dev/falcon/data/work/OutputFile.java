// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;

/**
 * The rule for every output file that the user names: an existing file is replaced only on request,
 * and never if it is read.
 */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Refuses a file that must not be written. Nothing is written or removed.
   *
   * @param inputs files and folders that are read; those that do not exist are ignored
   * @throws RequestException if the file is a folder, is an input or lies in one, or exists and may
   *     not be replaced
   */
  public static void require(Path file, boolean overwrite, Collection<Path> inputs) {
    requireName(file);
    if (Folders.isFolder(file)) {
      throw new RequestException(file + ": is a folder; name a file");
    }
    if (!Folders.exists(file)) {
      return;
    }
    requireNotRead(file, inputs);
    if (!overwrite) {
      throw exists(file);
    }
  }

  /**
   * Refuses an output that is an input or lies in one.
   *
   * @param inputs files and folders that are read; those that do not exist are ignored
   */
  public static void requireNotRead(Path file, Collection<Path> inputs) {
    for (Path input : inputs) {
      if (isIn(file, input)) {
        throw new RequestException(
            file
                + (Folders.isFolder(input) ? ": lies in " + input + ", which is read" : ": is read")
                + "; name another file");
      }
    }
  }

  /** Returns the refusal of a file that exists and may not be replaced. */
  public static RequestException exists(Path file) {
    return new RequestException(file + ": already exists; name another file, or overwrite it");
  }

  /** Returns the note about an output that is left as it is, since an equal request wrote it. */
  public static String upToDate(Path output) {
    return output + ": up to date: written by the same request; nothing to do";
  }

  /**
   * Refuses a file that exists, unless it may be replaced.
   *
   * @throws RequestException if it exists and may not be replaced
   */
  public static void requireFree(Path file, boolean overwrite) {
    if (!overwrite && Folders.exists(file)) {
      throw exists(file);
    }
  }

  /** Refuses an empty name, which the platform would read as the working folder. */
  public static void requireName(Path output) {
    if (output.toString().isEmpty()) {
      throw new RequestException(
          "the output's name is empty; name a file or folder, such as ./out");
    }
  }

  /** Returns whether a path equals another one or is below it, with links followed. */
  public static boolean isIn(Path path, Path folder) {
    try {
      return Folders.exists(path)
          && Folders.exists(folder)
          && path.toRealPath().startsWith(folder.toRealPath());
    } catch (IOException e) {
      throw new FalconException(
          path + ": cannot be compared with " + folder + ": " + e.getMessage(), e);
    }
  }
}
