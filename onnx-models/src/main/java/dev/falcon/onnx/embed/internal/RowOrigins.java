// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * The origins of rows: for each row, the index of its sample in the unit, and the number of its
 * image among those with an image id. Takes 12 bytes per row.
 */
final class RowOrigins {
  private static final int ROW_BYTES = Integer.BYTES + Long.BYTES;

  private final ByteArrayOutputStream rows = new ByteArrayOutputStream();

  /** The origin of one row. */
  public record Origin(int sample, long image) {}

  /** Adds a row. */
  public void add(int sample, long image) {
    rows.writeBytes(ByteBuffer.allocate(ROW_BYTES).putInt(sample).putLong(image).array());
  }

  /** Returns the added origins and clears them. */
  public byte[] take() {
    byte[] taken = rows.toByteArray();
    rows.reset();
    return taken;
  }

  /** Returns the origin of a row among the returned ones. */
  public static Origin of(byte[] taken, int row) {
    ByteBuffer bytes = ByteBuffer.wrap(taken, row * ROW_BYTES, ROW_BYTES);
    return new Origin(bytes.getInt(), bytes.getLong());
  }
}
