// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.ImageException;

/** A Huffman table. Short codes are looked up, alone and together with the following value. */
final class JpegHuffman {
  /** Maximum length of codes that are looked up. */
  public static final int LOOKUP_BITS = 10;

  private static final int MAX_LENGTH = 16;

  private final int[] lookup = new int[1 << LOOKUP_BITS]; // length << 8 | symbol; 0: longer code
  private final int[] pairs = new int[1 << LOOKUP_BITS]; // see pair()
  private final int[] endCode = new int[MAX_LENGTH + 1]; // one past a length's last code
  private final int[] valueOffset = new int[MAX_LENGTH + 1]; // from a length's code to its symbol
  private final byte[] symbols;

  /**
   * Builds a table.
   *
   * @param counts the number of codes of each length // [16], unsigned bytes from {@code at} on
   * @param symbols in order of code
   */
  public JpegHuffman(byte[] counts, int at, byte[] symbols) {
    this.symbols = symbols;
    int code = 0;
    int index = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
      int codes = counts[at + length - 1] & 0xff;
      if (code + codes > 1 << length) {
        throw new ImageException("the JPEG's Huffman table is broken");
      }
      valueOffset[length] = index - code;
      for (int i = 0; i < codes; i++) {
        enter(code++, length, symbols[index++] & 0xff);
      }
      endCode[length] = code;
      code <<= 1;
    }
    enterPairs();
  }

  private void enter(int code, int length, int symbol) {
    if (length <= LOOKUP_BITS) {
      int spare = LOOKUP_BITS - length;
      for (int tail = 0; tail < 1 << spare; tail++) {
        lookup[code << spare | tail] = length << 8 | symbol;
      }
    }
  }

  private void enterPairs() {
    for (int bits = 0; bits < lookup.length; bits++) {
      int length = lookup[bits] >> 8;
      int size = lookup[bits] & 0xf;
      int run = lookup[bits] >> 4 & 0xf;
      int total = length + size;
      if (length == 0 || size == 0 || total > LOOKUP_BITS) {
        continue;
      }
      int value = bits >> (LOOKUP_BITS - total) & ((1 << size) - 1);
      int signed = value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
      pairs[bits] = signed << 16 | run << 8 | total;
    }
  }

  /**
   * Returns a run-and-size symbol and its value in one lookup: {@code value << 16 | run << 8 |
   * bits}; 0 where they do not fit into the next {@link #LOOKUP_BITS} bits or the size is 0.
   */
  public int pair(int nextBits) {
    return pairs[nextBits];
  }

  /** Reads the next symbol; 0 for an invalid code, as in libjpeg. Needs 17 buffered bits. */
  public int symbol(JpegBits bits) {
    int entry = lookup[bits.peek(LOOKUP_BITS)];
    if (entry != 0) {
      bits.skip(entry >> 8);
      return entry & 0xff;
    }
    for (int length = LOOKUP_BITS + 1; length <= MAX_LENGTH; length++) {
      int code = bits.peek(length);
      if (code < endCode[length]) {
        bits.skip(length);
        return symbols[code + valueOffset[length]] & 0xff;
      }
    }
    bits.skip(MAX_LENGTH + 1);
    return 0;
  }
}
