package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Folders of commands that read local files alone. */
public final class LocalFolder {
  /** A path joins the slashes of a URI. */
  private static final Pattern URI = Pattern.compile("([a-z][a-z0-9]+):/+(.*)");

  private LocalFolder() {}

  /**
   * Refuses a URI, such as a run on Spark may write to.
   *
   * @param command that reads it
   */
  public static void require(Path folder, String command) {
    Matcher uri = URI.matcher(folder.toString());
    if (uri.matches() && !uri.group(1).equals("file")) {
      throw new RequestException(
          uri.group(1)
              + "://"
              + uri.group(2)
              + ": falcon "
              + command
              + " reads local files; copy the folder to a local one first, and name that");
    }
  }
}
