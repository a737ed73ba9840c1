package dev.falcon.training.internal.store;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

/** Keeps two processes from writing into the same folder; ends with the process at the latest. */
public final class FolderLock {
  private FolderLock() {}

  /**
   * Works in a folder, which is made where it is not there.
   *
   * @throws FalconException if another process works there
   */
  public static <T> T holding(Path folder, Supplier<T> work) {
    Path file = folder.resolve(".lock");
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        if (!locked(channel)) {
          throw new FalconException(
              folder + ": another process is writing there; wait for its end");
        }
        return work.get();
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be locked: " + e.getMessage(), e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process
    }
  }
}
