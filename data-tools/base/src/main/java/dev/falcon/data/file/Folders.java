// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Operations on folders and questions about paths, with the platform's exceptions handled in one
 * place. A failure to determine what a path is does not count as absence: the caller would write
 * again what is there, or leave out what was asked for.
 */
public final class Folders {
  /** The most bytes of a name on the file systems of Linux, macOS and Windows. */
  private static final int LONGEST_NAME = 255;

  private Folders() {}

  /**
   * Returns the contents of a folder, sorted by path.
   *
   * @throws FalconException if it cannot be listed
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
   * Returns all files below a folder, sorted by path; links to folders are not followed.
   *
   * @throws FalconException if the folder or a folder in it cannot be listed, or if it cannot be
   *     determined whether an entry is a file, such as a link to a missing file
   */
  public static List<Path> files(Path folder) {
    return below(folder).stream().filter(Folders::isListedFile).toList();
  }

  /** Returns a folder and all folders below it, sorted by path; links are not followed. */
  public static List<Path> folders(Path folder) {
    return below(folder).stream()
        .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  /**
   * Returns whether an entry is a file. An entry that was removed after it was listed is not one; a
   * link to a missing file is an error.
   */
  private static boolean isListedFile(Path entry) {
    Optional<BasicFileAttributes> attributes = attributes(entry);
    if (attributes.isEmpty() && Files.isSymbolicLink(entry)) {
      throw new FalconException(
          entry + ": is a link to a file that is missing; restore that file, or remove the link");
    }
    return attributes.filter(BasicFileAttributes::isRegularFile).isPresent();
  }

  /**
   * Returns whether there is a file or folder, which links may lead to.
   *
   * @throws FalconException if it cannot be determined
   */
  public static boolean exists(Path path) {
    return attributes(path).isPresent();
  }

  /**
   * Returns whether a path leads to a file.
   *
   * @throws FalconException if it cannot be determined
   */
  public static boolean isFile(Path path) {
    // Only one call: a disk could fail between two calls, and the second would then contradict the
    // first.
    return attributes(path).filter(BasicFileAttributes::isRegularFile).isPresent();
  }

  /**
   * Returns whether a path leads to a folder.
   *
   * @throws FalconException if it cannot be determined
   */
  public static boolean isFolder(Path path) {
    return attributes(path).filter(BasicFileAttributes::isDirectory).isPresent();
  }

  /**
   * Returns a folder of images, or the root of a zip file, such as those in which the Hugging Face
   * hub stores the images of small datasets: the folder that is its only entry, if there is one. A
   * zip stays open until the process ends.
   *
   * @throws RequestException if it is neither
   */
  public static Path orZip(Path root) {
    if (isFolder(root)) {
      return root;
    }
    String wanted = root + ": must be a folder or a zip file of images";
    if (!isFile(root)) {
      throw new RequestException(wanted);
    }
    try {
      Path top = FileSystems.newFileSystem(root).getRootDirectories().iterator().next();
      List<Path> found = list(top);
      return found.size() == 1 && isFolder(found.get(0)) ? found.get(0) : top;
    } catch (IOException | RuntimeException e) {
      // The JDK's zip file system throws arbitrary exceptions for a damaged directory.
      throw new RequestException(wanted, e);
    }
  }

  /** Returns the file of this name in or below a folder; empty if there is none within it. */
  public static Optional<Path> below(Path root, String name) {
    try {
      Path folder = root.toAbsolutePath().normalize();
      Path file = folder.resolve(name).normalize();
      return file.startsWith(folder) && isFile(file) ? Optional.of(file) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the attributes of the file or folder to which a path or link leads; empty if there is
   * none.
   */
  private static Optional<BasicFileAttributes> attributes(Path file) {
    try {
      return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (AccessDeniedException e) {
      throw new FalconException(file + ": cannot be accessed; grant access to its folder", e);
    } catch (IOException e) {
      if (cannotBe(file)) {
        return Optional.empty();
      }
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns whether nothing can be at a path: its name is too long, or it lies in a file. */
  private static boolean cannotBe(Path path) {
    for (Path at = path.toAbsolutePath(); at.getParent() != null; at = at.getParent()) {
      if (at.getFileName().toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME
          || Files.isRegularFile(at.getParent())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Creates a folder and its missing parents.
   *
   * @return the folder
   * @throws FalconException if it cannot be created
   */
  public static Path make(Path folder) {
    Temporary.requireKept(folder);
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new FalconException(folder + ": the folder cannot be made: " + e.getMessage(), e);
    }
  }

  /**
   * Creates a new folder in the platform's temporary folder. The caller {@linkplain #delete
   * deletes} it; if the process ends before that, {@link AtExit} does.
   *
   * @param begin the prefix of its name
   * @throws FalconException if it cannot be created
   */
  public static Path temporary(String begin) {
    try {
      return Temporary.make(begin);
    } catch (IOException e) {
      throw new FalconException("no temporary folder can be made: " + e.getMessage(), e);
    }
  }

  /**
   * Removes a file or an empty folder, if it exists.
   *
   * @throws FalconException if it cannot be removed
   */
  public static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be removed: " + e.getMessage(), e);
    }
  }

  /**
   * Removes a folder with its contents; links are removed, not followed.
   *
   * @param folder may be missing
   * @throws FalconException if the folder or any of its contents cannot be removed
   */
  public static void delete(Path folder) {
    if (exists(folder)) {
      below(folder).stream().sorted(Comparator.reverseOrder()).forEach(Folders::remove);
    }
    Temporary.PRESENT.remove(folder);
  }

  /** Lists everything below a folder, including the folder itself. */
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

  /** The temporary folders of this process that are not removed yet. */
  private static final class Temporary {
    private static final int ATTEMPTS = 20;
    private static final int PAUSE_MS = 20;
    private static final Set<Path> PRESENT = ConcurrentHashMap.newKeySet();

    /** The folders that the end of the process removes. */
    private static volatile Set<Path> removed = Set.of();

    private static boolean added;
    private static boolean ended;

    /**
     * Creates a folder. Does not return once the process is ending, since nothing would remove the
     * folder then.
     */
    private static synchronized Path make(String begin) throws IOException {
      while (ended) {
        LockSupport.park();
      }
      if (!added) {
        AtExit.addLast(Temporary::removeAll);
        added = true;
      }
      Path folder = Files.createTempDirectory(begin);
      PRESENT.add(folder);
      return folder;
    }

    /** Does not return if the process is ending and has removed the folder, or one above it. */
    private static void requireKept(Path folder) {
      while (removed.stream().anyMatch(folder::startsWith)) {
        LockSupport.park();
      }
    }

    private static synchronized void end() {
      ended = true;
    }

    /**
     * Removes the folders. Threads that still work could write into them or create them again, so
     * each folder is renamed, and a file takes its name until the process ends.
     */
    private static void removeAll() {
      end();
      Set<Path> present = Set.copyOf(PRESENT);
      removed = present;
      present.forEach(Temporary::replace);
      if (!present.isEmpty()) {
        LockSupport.parkNanos(
            TimeUnit.MILLISECONDS.toNanos(PAUSE_MS)); // until those threads have failed
      }
      present.forEach(Folders::delete);
    }

    /**
     * Renames a folder and puts a file in its place. A file that is being created at that moment
     * can still appear in the renamed folder.
     */
    private static void replace(Path folder) {
      Path renamed = folder.resolveSibling(folder.getFileName() + ".removed");
      try {
        Files.move(folder, renamed, StandardCopyOption.ATOMIC_MOVE);
        Files.createFile(folder);
      } catch (NoSuchFileException e) {
        return; // already removed by its caller
      } catch (FileAlreadyExistsException e) {
        // created again at once; deleted with the others
      } catch (IOException e) {
        throw new FalconException(folder + ": cannot be removed: " + e.getMessage(), e);
      }
      for (int i = 1; Files.exists(renamed); i++) {
        try {
          delete(renamed);
        } catch (FalconException e) {
          if (i == ATTEMPTS) {
            throw e;
          }
        }
      }
    }
  }
}
