package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is done to folders, in one place for what the platform throws while one is being listed. */
public final class Folders {
  private Folders() {}

  /**
   * What lies in a folder, in the order of the paths.
   *
   * @throws FalconException when it cannot be listed
   */
  public static List<Path> list(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (NotDirectoryException e) {
      throw new FalconException(folder + ": is no folder", e);
    } catch (IOException e) {
      throw unlisted(folder, e);
    } catch (UncheckedIOException e) {
      throw unlisted(folder, e.getCause());
    }
  }

  /**
   * All files below a folder, in the order of their paths; links to folders are not followed.
   *
   * @throws FalconException when it, or a folder in it, cannot be listed
   */
  public static List<Path> files(Path folder) {
    return below(folder).stream().filter(Files::isRegularFile).toList();
  }

  /**
   * Whether there is such a file. That nothing can be learned of it is not taken for its absence.
   *
   * @throws FalconException when it cannot be told
   */
  public static boolean holdsFile(Path file) {
    if (Files.isRegularFile(file)) {
      return true;
    }
    if (Files.exists(file) || Files.notExists(file)) {
      return false;
    }
    throw new FalconException(
        file + ": it cannot be told whether it is there; allow to enter its folder");
  }

  /**
   * Makes a folder, and those above it, where it is not there.
   *
   * @return the folder
   * @throws FalconException when it cannot be made
   */
  public static Path make(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new FalconException(folder + ": the folder cannot be made: " + e.getMessage(), e);
    }
  }

  /**
   * Makes a new folder where the platform keeps temporary files; whoever asks for it deletes it.
   *
   * @param begin what its name begins with
   * @throws FalconException when it cannot be made
   */
  public static Path temporary(String begin) {
    try {
      return Files.createTempDirectory(begin);
    } catch (IOException e) {
      throw new FalconException("no temporary folder can be made: " + e.getMessage(), e);
    }
  }

  /**
   * Removes a file, or a folder that is empty, where it is there.
   *
   * @throws FalconException when it cannot be removed
   */
  public static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be removed: " + e.getMessage(), e);
    }
  }

  /**
   * Removes a folder with all that it holds; links are removed, not followed.
   *
   * @param folder may be missing
   * @throws FalconException when something in it cannot be removed
   */
  public static void delete(Path folder) {
    if (Files.exists(folder)) {
      below(folder).stream().sorted(Comparator.reverseOrder()).forEach(Folders::remove);
    }
  }

  /** The folder itself among them. */
  private static List<Path> below(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw unlisted(folder, e);
    } catch (UncheckedIOException e) {
      throw unlisted(folder, e.getCause());
    }
  }

  private static FalconException unlisted(Path folder, IOException cause) {
    return new FalconException(folder + ": cannot be listed: " + cause.getMessage(), cause);
  }
}
