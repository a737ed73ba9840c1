// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.nio.charset.StandardCharsets;

/**
 * One 512-byte header of a member, in the old, the POSIX (ustar) or the GNU form. The fields used
 * here: name 0–99, size 124–135, checksum 148–155, type 156, magic 257–262, prefix 345–499.
 */
public final class TarHeader {
  public static final int BYTES = 512;

  private static final int NAME_LENGTH = 100;
  private static final int SIZE = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int CHECKSUM = 148;
  private static final int CHECKSUM_LENGTH = 8;
  private static final int TYPE = 156;
  private static final int MAGIC = 257;
  private static final int PREFIX = 345;
  private static final int PREFIX_LENGTH = 155;

  private final byte[] block;

  public TarHeader(byte[] block) {
    this.block = block;
  }

  /** Returns whether all bytes are zero: the end mark. */
  public boolean isZero() {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the checksum is that of the bytes, with its own field as blanks. */
  public boolean isSound() {
    long unsigned = 0;
    long signed = 0;
    for (int i = 0; i < BYTES; i++) {
      boolean own = i >= CHECKSUM && i < CHECKSUM + CHECKSUM_LENGTH;
      unsigned += own ? ' ' : block[i] & 0xFF;
      signed += own ? ' ' : block[i];
    }
    long stated = octal(CHECKSUM, CHECKSUM_LENGTH);
    // Some old writers summed signed bytes.
    return stated == unsigned || stated == signed;
  }

  public char type() {
    return (char) (block[TYPE] & 0xFF);
  }

  /** Returns the content's length in bytes; -1 if the field is not a number. */
  public long size() {
    if ((block[SIZE] & 0x80) == 0) {
      return octal(SIZE, SIZE_LENGTH);
    }
    // GNU's form for sizes from 8 GiB: big-endian binary, the first bit a flag.
    long value = block[SIZE] & 0x7F;
    for (int i = 1; i < SIZE_LENGTH; i++) {
      if (value > Long.MAX_VALUE >> 8) {
        return -1;
      }
      value = (value << 8) | (block[SIZE + i] & 0xFF);
    }
    return value;
  }

  public String name() {
    String name = text(0, NAME_LENGTH);
    boolean posix = block[MAGIC + 5] == 0 && text(MAGIC, 6).equals("ustar");
    String prefix = posix ? text(PREFIX, PREFIX_LENGTH) : "";
    return prefix.isEmpty() ? name : prefix + '/' + name;
  }

  private String text(int start, int length) {
    int end = start;
    while (end < start + length && block[end] != 0) {
      end++;
    }
    return new String(block, start, end - start, StandardCharsets.UTF_8);
  }

  private long octal(int start, int length) {
    long value = 0;
    int i = start;
    while (i < start + length && block[i] == ' ') {
      i++;
    }
    for (; i < start + length && block[i] != 0 && block[i] != ' '; i++) {
      if (block[i] < '0' || block[i] > '7') {
        return -1;
      }
      value = value * 8 + (block[i] - '0');
    }
    return value;
  }
}
