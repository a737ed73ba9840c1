// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Prevents two runs from writing into the same place. The lock is a file {@value #FILE_NAME} in a
 * folder, which is removed at the end. A lock that a killed process has left is ignored.
 */
public final class FolderLock {
  /** The lock's file in the folder. */
  public static final String FILE_NAME = ".lock";

  /** The maximum length of a lock file in bytes: more than a process id has digits. */
  private static final int LONGEST = 20;

  private static final long LONGEST_TURN = TimeUnit.SECONDS.toNanos(20);
  private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * The locks of this process. They are checked first, since closing a second channel of a file
   * would release the lock that the first channel holds.
   */
  private static final Set<Path> HELD = new HashSet<>();

  private FolderLock() {}

  /**
   * Does work while the folder is locked; creates the folder if it is missing.
   *
   * @throws FalconException if another run has locked it
   */
  public static <T> T holding(Path folder, Supplier<T> work) {
    return holding(folder, folder, FILE_NAME, work);
  }

  /**
   * Does work while an output is locked that does not exist until it is finished: a file, or a
   * folder that is moved into place. The lock is beside the output.
   *
   * @throws FalconException if another run is writing it
   */
  public static <T> T beside(Path target, Supplier<T> work) {
    Path whole = target.toAbsolutePath().normalize();
    return holding(target, whole.getParent(), "." + whole.getFileName() + FILE_NAME, work);
  }

  /**
   * Like {@link #beside}, for work that takes only a moment: waits until other runs release the
   * lock.
   *
   * @throws FalconException if another run holds the lock for too long
   */
  public static <T> T inTurn(Path target, Supplier<T> work) {
    long end = System.nanoTime() + LONGEST_TURN;
    while (true) {
      try {
        return beside(target, work);
      } catch (TakenException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(BETWEEN_TRIES);
      }
    }
  }

  /** Returns whether a run, of this process or another, holds the lock {@link #beside} a target. */
  public static boolean isHeld(Path target) {
    Path whole = target.toAbsolutePath().normalize();
    Path file = whole.resolveSibling("." + whole.getFileName() + FILE_NAME);
    try {
      synchronized (HELD) { // a second channel of this process's own lock must not be closed
        if (!Folders.isFile(file)) {
          return false;
        }
        if (HELD.contains(file.toRealPath())) {
          return true;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock()) {
          return lock == null;
        }
      }
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Thrown if another run holds the lock. */
  private static final class TakenException extends FalconException {
    private static final long serialVersionUID = 1;

    TakenException(String message) {
      super(message);
    }
  }

  private static <T> T holding(Path target, Path folder, String name, Supplier<T> work) {
    Path file = folder.resolve(name);
    List<Path> made = missing(folder);
    try {
      Files.createDirectories(folder);
      Path real = folder.toRealPath().resolve(name);
      if (!enter(real)) {
        throw taken(target, "another run of this process");
      }
      try (FileChannel channel = lock(target, file)) {
        Objects.requireNonNull(channel);
        boolean done = false;
        try {
          T result = work.get();
          done = true;
          return result;
        } finally {
          letGo(file);
          if (!done) {
            made.forEach(FolderLock::letGo);
          }
        }
      } finally {
        leave(real);
      }
    } catch (AccessDeniedException e) {
      Path there = made.isEmpty() ? folder : made.get(made.size() - 1).getParent();
      throw new FalconException(
          target + ": cannot be written: no permission to write in " + there, e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be locked: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether a file is a lock or has just been removed. A user's file with the same name is
   * not a lock.
   */
  static boolean isLock(Path file) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isRegularFile()
          && attributes.size() < LONGEST
          && Files.readString(file, StandardCharsets.ISO_8859_1).matches("[0-9]*");
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the folders on a path that do not exist yet, the innermost first. */
  private static List<Path> missing(Path folder) {
    List<Path> missing = new ArrayList<>();
    for (Path path = folder.toAbsolutePath();
        path != null && !Folders.exists(path);
        path = path.getParent()) {
      missing.add(path);
    }
    return missing;
  }

  /**
   * Removes the lock, or a folder that was created for a refused run. A failure to remove it is
   * ignored: a lock without a holder does not count, and the folder usually has files in it.
   */
  private static void letGo(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      return;
    }
  }

  private static FileChannel lock(Path target, Path file) throws IOException {
    while (true) {
      if (!isLock(file)) {
        throw new RequestException(
            file
                + ": has the name of Falcon's lock file but is not one; rename it, or name another"
                + " folder");
      }
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        Object opened = fileKey(file);
        FileLock lock = channel.tryLock();
        if (lock == null) {
          throw taken(target, "process " + holder(file));
        }
        // The previous holder may have removed the file after it was opened here and before it was
        // locked.
        if (opened != null && opened.equals(fileKey(file))) {
          channel.truncate(0);
          channel.write(ByteBuffer.wrap(ownNumber().getBytes(StandardCharsets.US_ASCII)));
          return channel;
        }
        channel.close();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static FalconException taken(Path target, String by) {
    return new TakenException(
        target + ": " + by + " is writing there; wait for its end, or name another folder");
  }

  private static String ownNumber() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static String holder(Path file) throws IOException {
    String number = Files.readString(file);
    return number.matches("[0-9]{1,19}") ? number : "another";
  }

  /** Returns the identity of the file, to detect that it was replaced; null if it was removed. */
  private static Object fileKey(Path file) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Objects.requireNonNullElse(attributes.fileKey(), "no keys on this platform");
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static boolean enter(Path file) {
    synchronized (HELD) {
      return HELD.add(file);
    }
  }

  private static void leave(Path file) {
    synchronized (HELD) {
      HELD.remove(file);
    }
  }
}
