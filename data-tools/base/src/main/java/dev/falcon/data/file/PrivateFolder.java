// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks folders in which only this process's user and the superuser can create or replace files.
 * On a platform without owners and modes all folders count as private.
 */
final class PrivateFolder {
  private static final int ROOT = 0;
  private static final int STICKY = 01000;
  private static final int OTHERS_WRITE = 0022;
  private static final int OTHERS_ENTER = 0011;

  private static final String ENTERED = "rwxr-xr-x";

  /**
   * The mode of a folder that no other user can enter, so that the modes of the files in it do not
   * matter.
   */
  private static final String ALONE = "rwx------";

  /** The path whose owner is this process's user; it exists only on Linux. */
  private static final Path ITSELF = Path.of("/proc/self");

  private PrivateFolder() {}

  /**
   * Creates a folder that only the user can enter, if it is missing. Missing parents are created
   * with the usual mode.
   *
   * @return the folder's path with links resolved
   * @throws IOException if it cannot be created
   */
  static Path make(Path folder) throws IOException {
    Path whole = folder.toAbsolutePath();
    Path parent = existing(whole);
    if (!parent.equals(whole)) {
      Files.createDirectories(whole.getParent(), mode(parent, ENTERED));
      Files.createDirectories(whole, mode(parent, ALONE));
    }
    return whole.toRealPath();
  }

  private static FileAttribute<?>[] mode(Path existing, String mode) {
    return hasOwners(existing)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  /** Returns the folder itself or its nearest existing parent. */
  static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }

  /**
   * Checks whether other users could create files in a folder, or replace it or a folder above it.
   *
   * @param folder an existing folder
   * @return what is wrong, as a clause for a message; empty for a private folder
   */
  static Optional<String> fault(Path folder) throws IOException {
    Path whole = folder.toRealPath();
    return hasOwners(whole) ? fault(whole, false) : Optional.empty();
  }

  /**
   * Like {@link #fault}, for a folder that is still to be created in {@code parent}. There the
   * sticky bit suffices, since it prevents users from replacing each other's files.
   *
   * @param parent an existing folder
   */
  static Optional<String> faultAbove(Path parent) throws IOException {
    Path whole = parent.toRealPath();
    return hasOwners(whole) ? fault(whole, true) : Optional.empty();
  }

  private static Optional<String> fault(Path whole, boolean above) throws IOException {
    boolean entered = true;
    for (Path folder : fromRoot(whole)) {
      boolean last = folder.equals(whole);
      Owned owned = Owned.of(folder);
      if (!owned.trusted()) {
        return Optional.of(folder + " belongs to another user");
      }
      boolean sticky = (owned.mode() & STICKY) != 0 && (above || !last);
      if (entered && (owned.mode() & OTHERS_WRITE) != 0 && !sticky) {
        return Optional.of("others may write into " + folder);
      }
      entered = entered && (owned.mode() & OTHERS_ENTER) != 0;
    }
    return Optional.empty();
  }

  /**
   * Checks that a private folder contains only the user's files: no file of another user, no file
   * that others may write, and no link, which could lead anywhere.
   *
   * @return what is wrong; empty if nothing is
   */
  static Optional<String> faultWithin(Path folder) throws IOException {
    if (!hasOwners(folder)) {
      return Optional.empty();
    }
    boolean entered = true;
    for (Path above : fromRoot(folder.toRealPath())) {
      entered = entered && (Owned.of(above).mode() & OTHERS_ENTER) != 0;
    }
    Within within = new Within(entered);
    Files.walkFileTree(folder, within);
    return within.fault;
  }

  /** Checks the files. Files that another process removes during the check are ignored. */
  private static final class Within extends SimpleFileVisitor<Path> {
    private final boolean entered;
    private Optional<String> fault = Optional.empty();

    Within(boolean entered) {
      this.entered = entered;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      return visitFile(folder, attributes);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      try {
        Owned owned = Owned.of(file);
        if (attributes.isSymbolicLink()) {
          fault = Optional.of(file + " is a link");
        } else if (!owned.trusted()) {
          fault = Optional.of(file + " belongs to another user");
        } else if (entered && (owned.mode() & OTHERS_WRITE) != 0) {
          fault = Optional.of("others may write " + file);
        }
      } catch (NoSuchFileException e) {
        return visitFileFailed(file, e);
      }
      return fault.isPresent() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      if (failure != null && !(failure instanceof NoSuchFileException)) {
        throw failure;
      }
      return FileVisitResult.CONTINUE;
    }
  }

  private static List<Path> fromRoot(Path whole) {
    List<Path> folders = new ArrayList<>();
    for (Path folder = whole; folder != null; folder = folder.getParent()) {
      folders.add(0, folder);
    }
    return folders;
  }

  private static boolean hasOwners(Path folder) {
    try {
      FileStore store = Files.getFileStore(folder);
      return store.supportsFileAttributeView("posix")
          && folder.getFileSystem().supportedFileAttributeViews().contains("unix");
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be looked at: " + e.getMessage(), e);
    }
  }

  /** The owner and the mode of a file. */
  private record Owned(int user, int mode) {
    static Owned of(Path file) throws IOException {
      Map<String, Object> read =
          Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      return new Owned((Integer) read.get("uid"), (Integer) read.get("mode"));
    }

    boolean trusted() throws IOException {
      return user == ROOT || user == User.number();
    }
  }

  /** The user of this process; looked up once. */
  private static final class User {
    private static int number = -1;

    private User() {}

    static synchronized int number() throws IOException {
      if (number < 0) {
        number = Files.exists(ITSELF) ? owner(ITSELF) : ofNewFile();
      }
      return number;
    }

    private static int ofNewFile() throws IOException {
      Path file = Files.createTempFile("falcon", "");
      try {
        return owner(file);
      } finally {
        Files.delete(file);
      }
    }

    private static int owner(Path file) throws IOException {
      return (Integer) Files.getAttribute(file, "unix:uid");
    }
  }
}
