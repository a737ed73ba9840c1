package dev.falcon.onnx.embed.internal.journal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Where rows come from: for each the place of its sample in the unit, and the place of its image
 * among those that have an image id. 12 bytes a row.
 */
public final class RowOrigins {
  private static final int ROW_BYTES = Integer.BYTES + Long.BYTES;

  private final ByteArrayOutputStream rows = new ByteArrayOutputStream();

  /** One row's origin. */
  public record Origin(int sample, long image) {}

  /** Adds a row. */
  public void add(int sample, long image) {
    rows.writeBytes(ByteBuffer.allocate(ROW_BYTES).putInt(sample).putLong(image).array());
  }

  /** Those added so far; begins anew. */
  public byte[] take() {
    byte[] taken = rows.toByteArray();
    rows.reset();
    return taken;
  }

  /** The origin of a row among those that were taken. */
  public static Origin of(byte[] taken, int row) {
    ByteBuffer bytes = ByteBuffer.wrap(taken, row * ROW_BYTES, ROW_BYTES);
    return new Origin(bytes.getInt(), bytes.getLong());
  }
}
