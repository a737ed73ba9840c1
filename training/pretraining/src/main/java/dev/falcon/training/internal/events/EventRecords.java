// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.events;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/**
 * A file of records as TensorFlow frames them: the length in 8 bytes, its masked CRC-32C, the
 * record, and the record's masked CRC-32C, all little-endian.
 */
final class EventRecords implements AutoCloseable {
  private static final int HEAD = Long.BYTES + Integer.BYTES;
  private static final int MASK = 0xa282ead8;
  private static final int LONGEST = 1 << 28;

  private final OutputStream out;

  private EventRecords(OutputStream out) {
    this.out = out;
  }

  /**
   * Opens a file to append to it.
   *
   * @param kept tests which of the earlier records are kept; everything after a damaged or
   *     truncated record is dropped
   */
  static EventRecords open(Path file, Predicate<byte[]> kept) throws IOException {
    if (Folders.exists(file)) {
      try (AtomicFile rest = AtomicFile.create(file)) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
            EventRecords copy =
                new EventRecords(new BufferedOutputStream(Files.newOutputStream(rest.path())))) {
          byte[] record = next(in);
          while (record != null) {
            if (kept.test(record)) {
              copy.write(record);
            }
            record = next(in);
          }
        }
        rest.commit();
      }
    }
    return new EventRecords(
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)));
  }

  /** Returns the next complete record; null if there is none. */
  private static byte[] next(InputStream in) throws IOException {
    byte[] head = in.readNBytes(HEAD);
    if (head.length < HEAD) {
      return null;
    }
    ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    long length = fields.getLong();
    if (fields.getInt() != masked(head, Long.BYTES) || length < 0 || length > LONGEST) {
      return null;
    }
    byte[] record = new byte[(int) length];
    byte[] check = new byte[Integer.BYTES];
    DataInputStream data = new DataInputStream(in);
    try {
      data.readFully(record);
      data.readFully(check);
    } catch (EOFException e) {
      return null; // truncated when the process was killed
    }
    int sum = ByteBuffer.wrap(check).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return sum == masked(record, record.length) ? record : null;
  }

  /** Appends a record. */
  void write(byte[] record) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.putLong(record.length);
    head.putInt(masked(head.array(), Long.BYTES));
    out.write(head.array());
    out.write(record);
    out.write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(masked(record, record.length))
            .array());
  }

  /** Flushes appended records to the file system. */
  void flush() throws IOException {
    out.flush();
  }

  private static int masked(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    int value = (int) crc.getValue();
    return (value >>> 15 | value << 17) + MASK;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
