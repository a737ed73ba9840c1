// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;

/** Decodes GIF's variable-length LZW codes. */
final class GifLzw {
  private static final int MAX_BITS = 12;
  private static final int TABLE = 1 << MAX_BITS;

  private GifLzw() {}

  /** Fills {@code out}; throws if there are too few data. */
  static void decode(byte[] data, int codeSize, byte[] out) {
    if (codeSize < 1 || codeSize > MAX_BITS - 1) {
      throw new ImageException("a GIF with codes of " + codeSize + " bits");
    }
    int clear = 1 << codeSize;
    short[] prefix = new short[TABLE];
    byte[] suffix = new byte[TABLE];
    byte[] stack = new byte[TABLE + 1];
    int next = clear + 2;
    int bits = codeSize + 1;
    int previous = -1;
    int first = 0;
    int written = 0;
    int buffer = 0;
    int count = 0;
    int at = 0;
    while (written < out.length) {
      while (count < bits) {
        if (at == data.length) {
          throw new ImageException("the GIF is cut short");
        }
        buffer |= (data[at++] & 0xff) << count;
        count += 8;
      }
      int code = buffer & ((1 << bits) - 1);
      buffer >>>= bits;
      count -= bits;
      if (code == clear) {
        next = clear + 2;
        bits = codeSize + 1;
        previous = -1;
        continue;
      }
      if (code == clear + 1) {
        throw new ImageException("the GIF is cut short");
      }
      if (code > next || (previous < 0 && code >= clear) || (code == next && next == TABLE)) {
        throw new ImageException("the GIF's data are broken");
      }
      int depth = 0;
      int entry = code;
      if (code == next) {
        stack[depth++] = (byte) first;
        entry = previous;
      }
      while (entry >= clear) {
        stack[depth++] = suffix[entry];
        entry = prefix[entry];
      }
      first = entry;
      stack[depth++] = (byte) first;
      while (depth > 0 && written < out.length) {
        out[written++] = stack[--depth];
      }
      if (previous >= 0 && next < TABLE) {
        prefix[next] = (short) previous;
        suffix[next] = (byte) first;
        next++;
        if (next == 1 << bits && bits < MAX_BITS) {
          bits++;
        }
      }
      previous = code;
    }
  }
}
