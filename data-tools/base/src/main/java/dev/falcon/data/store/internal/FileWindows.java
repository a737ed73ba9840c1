// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.channels.FileChannel;

/**
 * A memory-mapped file of any length. A single map holds at most 2 GiB, so the file is mapped in
 * overlapping windows, which start at every GiB and are almost 2 GiB long. Any range of at most 1
 * GiB thus lies entirely in the window in which it starts. The overlap costs address space, not
 * memory. Safe for any number of reading threads; the file is unmapped when this object is no
 * longer referenced.
 */
public final class FileWindows {
  private static final int STEP_BITS = 30;
  private static final long STEP = 1L << STEP_BITS;

  private final ByteBuffer[] bytes;
  private final FloatBuffer[] floats;
  private final ShortBuffer[] shorts;
  private final LongBuffer[] longs;

  private FileWindows(ByteBuffer[] bytes) {
    this.bytes = bytes;
    this.floats = new FloatBuffer[bytes.length];
    this.shorts = new ShortBuffer[bytes.length];
    this.longs = new LongBuffer[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      floats[i] = bytes[i].asFloatBuffer();
      shorts[i] = bytes[i].asShortBuffer();
      longs[i] = bytes[i].asLongBuffer();
    }
  }

  /**
   * Maps a file from a position, in bytes, which becomes position 0. The channel may be closed
   * afterwards.
   */
  public static FileWindows map(FileChannel channel, long begin) throws IOException {
    long size = channel.size() - begin;
    ByteBuffer[] windows = new ByteBuffer[(int) ((size + STEP - 1) >>> STEP_BITS)];
    for (int i = 0; i < windows.length; i++) {
      long position = i * STEP;
      long length = Math.min(size - position, Integer.MAX_VALUE);
      windows[i] =
          channel
              .map(FileChannel.MapMode.READ_ONLY, begin + position, length)
              .order(ByteOrder.LITTLE_ENDIAN);
    }
    return new FileWindows(windows);
  }

  public byte byteAt(long position) {
    return bytes[window(position)].get(within(position));
  }

  public int intAt(long position) {
    return bytes[window(position)].getInt(within(position));
  }

  /** Returns the long at a position that is a multiple of 8. */
  public long longAt(long position) {
    return longs[window(position)].get(within(position) >>> 3);
  }

  public void read(long position, byte[] target) {
    if (target.length > 0) {
      bytes[window(position)].get(within(position), target);
    }
  }

  void read(long position, byte[] target, int offset, int count) {
    bytes[window(position)].get(within(position), target, offset, count);
  }

  /** Reads floats from a position that is a multiple of 4. */
  public void read(long position, float[] target, int offset, int count) {
    floats[window(position)].get(within(position) >>> 2, target, offset, count);
  }

  /** Reads shorts from a position that is a multiple of 2. */
  public void read(long position, short[] target, int count) {
    shorts[window(position)].get(within(position) >>> 1, target, 0, count);
  }

  private static int window(long position) {
    return (int) (position >>> STEP_BITS);
  }

  private static int within(long position) {
    return (int) (position & (STEP - 1));
  }
}
