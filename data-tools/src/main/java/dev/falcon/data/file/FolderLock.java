package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Keeps two runs from writing into the same place. The lock is a file, {@value #FILE_NAME} in a
 * folder, which is gone when the work is done; that of a killed process no longer counts.
 */
public final class FolderLock {
  /** The lock's file in the folder. */
  public static final String FILE_NAME = ".lock";

  /**
   * What this process holds. Asked first, for closing a second channel of a file would let go of
   * the lock that the first has on it.
   */
  private static final Set<Path> HELD = new HashSet<>();

  private FolderLock() {}

  /**
   * Works in a folder, which is made where it is not there.
   *
   * @throws FalconException if another run works there
   */
  public static <T> T holding(Path folder, Supplier<T> work) {
    return holding(folder, folder, FILE_NAME, work);
  }

  /**
   * Works on what is not there before it is done: a file, or a folder that is put into place whole.
   * The lock lies beside it.
   *
   * @throws FalconException if another run makes it
   */
  public static <T> T beside(Path target, Supplier<T> work) {
    Path whole = target.toAbsolutePath().normalize();
    return holding(target, whole.getParent(), "." + whole.getFileName() + FILE_NAME, work);
  }

  private static <T> T holding(Path target, Path folder, String name, Supplier<T> work) {
    Path file = folder.resolve(name);
    boolean made = Files.notExists(folder);
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
          if (made && !done) {
            letGo(folder);
          }
        }
      } finally {
        leave(real);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be locked: " + e.getMessage(), e);
    }
  }

  /**
   * Removes the lock, or the folder that was made for work that was refused at once. That it cannot
   * be removed takes nothing from what was done: a lock that nobody holds does not count, and the
   * folder mostly has files in it.
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
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        Object opened = fileKey(file);
        FileLock lock = channel.tryLock();
        if (lock == null) {
          throw taken(target, "process " + holder(file));
        }
        // The holder before may have removed the file between our opening and our locking it.
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
    return new FalconException(
        target + ": " + by + " is writing there; wait for its end, or name another folder");
  }

  private static String ownNumber() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static String holder(Path file) throws IOException {
    String number = Files.readString(file);
    return number.matches("[0-9]{1,19}") ? number : "another";
  }

  /** What tells files apart that have the same name one after the other; null if it is gone. */
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
