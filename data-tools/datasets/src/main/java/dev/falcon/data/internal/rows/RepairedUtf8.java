// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.TreeSet;

/**
 * Passes UTF-8 through and replaces each invalid byte by a question mark, so that a parser does not
 * stop at one bad row; records their positions, so that the row can be rejected. Records at most
 * {@value #MAX_REMEMBERED} positions; after that every later row counts as broken.
 */
final class RepairedUtf8 extends FilterInputStream {
  private static final int MAX_REMEMBERED = 100_000;
  private static final int MAX_SEQUENCE = 4;

  private final byte[] ahead = new byte[1 << 16];
  private final TreeSet<Long> repaired = new TreeSet<>();
  private int start;
  private int checked;
  private int end;
  private boolean ended;
  private long position;

  /**
   * @param position the position of the input's first byte in the file
   */
  RepairedUtf8(InputStream input, long position) {
    super(input);
    this.position = position;
  }

  /** Returns the first bad byte between the given positions in the file, or -1. */
  long firstBad(long from, long to) {
    if (repaired.size() >= MAX_REMEMBERED && to > repaired.last()) {
      return Math.max(from, repaired.last());
    }
    Long bad = repaired.ceiling(from);
    return bad == null || bad >= to ? -1 : bad;
  }

  @Override
  public int read() throws IOException {
    return fill() ? ahead[start++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, checked - start);
    System.arraycopy(ahead, start, target, offset, count);
    start += count;
    return count;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /** Ensures that the buffer holds checked bytes; returns false at the end. */
  private boolean fill() throws IOException {
    while (start == checked) {
      System.arraycopy(ahead, checked, ahead, 0, end - checked);
      position += checked;
      end -= checked;
      start = 0;
      checked = 0;
      if (!ended) {
        int read = in.read(ahead, end, ahead.length - end);
        ended = read < 0;
        end += Math.max(read, 0);
      }
      if (ended && end == 0) {
        return false;
      }
      check();
    }
    return true;
  }

  /** Checks all complete sequences in the buffer. */
  private void check() {
    while (checked < end && (ended || end - checked >= MAX_SEQUENCE || ahead[checked] >= 0)) {
      int length = ahead[checked] >= 0 ? 1 : sequenceLength();
      if (length == 0) {
        if (repaired.size() < MAX_REMEMBERED) {
          repaired.add(position + checked);
        }
        ahead[checked] = '?';
        length = 1;
      }
      checked += length;
    }
  }

  /** Returns the length of the valid multi-byte sequence at the position, or 0. */
  private int sequenceLength() {
    int first = ahead[checked] & 0xFF;
    int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || checked + length > end) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((ahead[checked + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    int second = ahead[checked + 1] & 0xFF;
    boolean overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    boolean surrogate = first == 0xED && second >= 0xA0;
    boolean tooLarge = first == 0xF4 && second >= 0x90;
    return overlong || surrogate || tooLarge ? 0 : length;
  }
}
