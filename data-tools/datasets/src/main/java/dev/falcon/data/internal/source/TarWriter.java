// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes a tar that depends only on names and contents: mode 644, no owner, time 0. It has the
 * POSIX (ustar) form; names longer than its 100 bytes get a pax header.
 */
public final class TarWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NAME_LENGTH = 100;

  /** Tars end with two zero blocks and are padded to a multiple of this. */
  private static final int RECORD_BYTES = 20 * TarHeader.BYTES;

  private static final byte[] ZEROS = new byte[RECORD_BYTES];

  private final OutputStream output;
  private long written;
  private boolean closed;

  public TarWriter(Path file) {
    try {
      output = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Appends a file. */
  public void write(String name, byte[] content) throws IOException {
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    if (nameBytes.length > NAME_LENGTH) {
      member(new byte[] {'p', 'a', 'x'}, 'x', paxRecord("path", name));
    }
    member(nameBytes, '0', content);
  }

  private void member(byte[] name, char type, byte[] content) throws IOException {
    byte[] header = new byte[TarHeader.BYTES];
    System.arraycopy(name, 0, header, 0, Math.min(name.length, NAME_LENGTH));
    put(header, 100, "0000644\0");
    put(header, 108, "0000000\0");
    put(header, 116, "0000000\0");
    put(header, 124, String.format(Locale.ROOT, "%011o\0", content.length));
    put(header, 136, "00000000000\0");
    put(header, 148, "        ");
    header[156] = (byte) type;
    put(header, 257, "ustar\000" + "00");
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xFF;
    }
    put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    put(header);
    put(content);
    output.write(ZEROS, 0, -content.length & (TarHeader.BYTES - 1));
    written += -content.length & (TarHeader.BYTES - 1);
  }

  private void put(byte[] bytes) throws IOException {
    output.write(bytes);
    written += bytes.length;
  }

  private static void put(byte[] header, int offset, String field) {
    byte[] bytes = field.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, header, offset, bytes.length);
  }

  /** Returns a pax record {@code "length key=value "}, whose length includes its own digits. */
  private static byte[] paxRecord(String key, String value) {
    String body = ' ' + key + '=' + value + '\n';
    int bodyBytes = body.getBytes(StandardCharsets.UTF_8).length;
    int length = bodyBytes + 1;
    while (Integer.toString(length).length() + bodyBytes != length) {
      length++;
    }
    return (length + body).getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the two zero blocks at a tar's end, and pads it to whole records. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (output) {
      output.write(ZEROS, 0, 2 * TarHeader.BYTES);
      written += 2 * TarHeader.BYTES;
      output.write(ZEROS, 0, (int) ((RECORD_BYTES - written % RECORD_BYTES) % RECORD_BYTES));
    }
  }
}
