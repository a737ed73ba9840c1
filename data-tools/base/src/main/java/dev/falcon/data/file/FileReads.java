// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Common operations on files. */
public final class FileReads {
  private FileReads() {}

  /**
   * Reads until the buffer is full, which may take several reads.
   *
   * @param position the position in the file of the first byte to read
   * @return whether the buffer is full; false if the file ends before that
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
   * Closes a channel after reading or writing.
   *
   * @param name the file's name, for messages
   */
  public static void close(Object name, Closeable input) {
    try {
      input.close();
    } catch (IOException e) {
      throw new FalconException(name + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
