// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks files and folders that a user names, before any long work. */
public final class NamedInput {
  /** A URI whose slashes may have been joined by a conversion to a path. */
  private static final Pattern URI = Pattern.compile("([a-z][a-z0-9]+):/+(.*)");

  private NamedInput() {}

  /**
   * Refuses a file that does not exist.
   *
   * @throws RequestException if the file does not exist
   */
  public static void requireThere(Path file) {
    if (!Folders.exists(file)) {
      throw new RequestException(file + ": there is no such file or folder");
    }
  }

  /**
   * Refuses a URI, to which only a run on Spark may write.
   *
   * @param command the command that would read it
   */
  public static void requireLocal(Path folder, String command) {
    Matcher uri = URI.matcher(folder.toString());
    if (uri.matches() && !uri.group(1).equals("file")) {
      throw new RequestException(
          uri.group(1)
              + "://"
              + uri.group(2)
              + ": falcon "
              + command
              + " reads local files; copy the folder here first and name the copy");
    }
  }
}
