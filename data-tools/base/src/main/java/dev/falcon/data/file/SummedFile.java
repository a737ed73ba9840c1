// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Binary files of work in progress, each of which ends with a checksum of its content. A file that
 * has changed since it was written is refused, since its content would affect results.
 */
public final class SummedFile {
  private static final int SUM_BYTES = Integer.BYTES;
  private static final int BUFFER = 1 << 16;

  private SummedFile() {}

  /** Writes a file's content. */
  @FunctionalInterface
  public interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  /** Reads a file's content. */
  @FunctionalInterface
  public interface Reading<T> {
    T read(DataInputStream in) throws IOException;
  }

  /** Writes a file atomically, replacing one that another process may have written meanwhile. */
  public static void write(Path target, Content content) {
    write(AtomicFile.attempt(target), target, content);
  }

  /** Like {@code write}, for a file that no other process writes. */
  public static void writeAlone(Path target, Content content) {
    write(AtomicFile.create(target), target, content);
  }

  private static void write(AtomicFile begun, Path target, Content content) {
    try (begun) {
      CRC32C sum = new CRC32C();
      try (OutputStream file = Files.newOutputStream(begun.path());
          DataOutputStream out =
              new DataOutputStream(
                  new BufferedOutputStream(new CheckedOutputStream(file, sum), BUFFER))) {
        content.write(out);
        out.flush();
        out.writeInt((int) sum.getValue());
      }
      begun.commit();
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a file that {@link #write} has written. The whole file is held in memory while it is
   * read.
   *
   * @param cure the advice at the end of the message for a file that has changed since it was
   *     written
   */
  public static <T> T read(Path file, String cure, Reading<T> content) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int length = bytes.length - SUM_BYTES;
      if (length < 0 || sum(bytes, length) != ByteBuffer.wrap(bytes).getInt(length)) {
        throw new FalconException(file + ": is not as it was written; " + cure);
      }
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length))) {
        return content.read(in);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage() + "; " + cure, e);
    }
  }

  private static int sum(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }
}
