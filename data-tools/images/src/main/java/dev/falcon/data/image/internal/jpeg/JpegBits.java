// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bits of a scan's entropy-coded segment. At a marker, and at the file's end, the stream
 * continues with zeros, as in libjpeg; {@link #ranDry()} then returns true.
 */
final class JpegBits {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] file;
  private int position;
  private long buffer; // the next bits, in the low {@code count} bits
  private int count;
  private int invented; // how many of the last bits in the buffer are zeros past a marker

  public JpegBits(byte[] file, int position) {
    this.file = file;
    this.position = position;
  }

  /** Returns the position of the next unread byte; that of the marker once the segment is read. */
  public int position() {
    return position;
  }

  /** Restarts after a restart marker. */
  public void restart(int newPosition) {
    position = newPosition;
    buffer = 0;
    count = 0;
    invented = 0;
  }

  /** Returns whether zeros past the segment's end have been used. */
  public boolean ranDry() {
    return count < invented;
  }

  /** Buffers at least 32 bits: a code and the bits of its value. */
  public void need32() {
    if (count < 32) {
      fill();
    }
  }

  private void fill() {
    if (position + 4 <= file.length) {
      int word = (int) INTS.get(file, position);
      int inverse = ~word;
      boolean noMarker = ((inverse - 0x01010101) & word & 0x80808080) == 0;
      if (noMarker) {
        buffer = buffer << 32 | (word & 0xffffffffL);
        count += 32;
        position += 4;
        return;
      }
    }
    while (count <= 56) {
      buffer = buffer << 8 | nextByte();
      count += 8;
    }
  }

  private int nextByte() {
    if (position >= file.length) {
      invented += 8;
      return 0;
    }
    int value = file[position] & 0xff;
    if (value != 0xff) {
      position++;
      return value;
    }
    int next = position + 1;
    while (next < file.length && file[next] == (byte) 0xff) {
      next++;
    }
    if (next < file.length && file[next] == 0) {
      position = next + 1;
      return 0xff;
    }
    invented += 8;
    return 0;
  }

  /** Returns the next bits without consuming them; at most as many as are buffered. */
  public int peek(int bits) {
    return (int) (buffer >>> (count - bits)) & ((1 << bits) - 1);
  }

  public void skip(int bits) {
    count -= bits;
  }

  /** Consumes and returns bits; at most as many as are buffered. */
  public int take(int bits) {
    count -= bits;
    return (int) (buffer >>> count) & ((1 << bits) - 1);
  }

  /** Reads a value of this many bits, whose upper half is positive and lower half negative. */
  public int takeSigned(int bits) {
    int value = take(bits);
    return value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value;
  }

  /** Reads one bit, whatever the buffer's state. */
  public int takeOne() {
    if (count == 0) {
      fill();
    }
    return take(1);
  }
}
