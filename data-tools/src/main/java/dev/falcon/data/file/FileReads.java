package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** What reading files has in common. */
public final class FileReads {
  private FileReads() {}

  /**
   * Reads until the buffer is full, which one read need not do.
   *
   * @param position where in the file the next byte of the buffer lies
   * @return whether it is full; false where the file ends before
   */
  public static boolean fill(FileChannel channel, long position, ByteBuffer buffer)
      throws IOException {
    long begin = position - buffer.position();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, begin + buffer.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Lets go of what was read or written.
   *
   * @param name what a failure is told of
   */
  public static void close(Object name, Closeable input) {
    try {
      input.close();
    } catch (IOException e) {
      throw new FalconException(name + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
