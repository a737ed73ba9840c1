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
 * Keeps two runs from writing into the same folder. The lock is the file {@value #FILE_NAME} in it,
 * which is gone when the work is done; that of a killed process no longer counts.
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
    Path file = folder.resolve(FILE_NAME);
    try {
      Files.createDirectories(folder);
      Path real = folder.toRealPath();
      if (!enter(real)) {
        throw taken(folder, "another run of this process");
      }
      try (FileChannel channel = lock(folder, file)) {
        Objects.requireNonNull(channel);
        try {
          return work.get();
        } finally {
          Files.deleteIfExists(file);
        }
      } finally {
        leave(real);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be locked: " + e.getMessage(), e);
    }
  }

  private static FileChannel lock(Path folder, Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        Object opened = fileKey(file);
        FileLock lock = channel.tryLock();
        if (lock == null) {
          throw taken(folder, "process " + holder(file));
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

  private static FalconException taken(Path folder, String by) {
    return new FalconException(
        folder + ": " + by + " is writing there; wait for its end, or name another folder");
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

  private static boolean enter(Path folder) {
    synchronized (HELD) {
      return HELD.add(folder);
    }
  }

  private static void leave(Path folder) {
    synchronized (HELD) {
      HELD.remove(folder);
    }
  }
}
