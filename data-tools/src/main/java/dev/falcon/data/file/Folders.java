package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is done to folders of Falcon's own. */
public final class Folders {
  private Folders() {}

  /**
   * Removes a folder with all that it holds; links are removed, not followed.
   *
   * @param folder may be missing
   * @throws FalconException when something in it cannot be removed
   */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try {
      List<Path> paths;
      try (Stream<Path> walk = Files.walk(folder)) {
        paths = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : paths) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be removed: " + e.getMessage(), e);
    }
  }
}
