// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

/** Reads numbers from the bytes of files. */
public final class Bytes {
  private Bytes() {}

  public static int bigEndian16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  public static int bigEndian32(byte[] bytes, int at) {
    return bigEndian16(bytes, at) << 16 | bigEndian16(bytes, at + 2);
  }

  public static int littleEndian16(byte[] bytes, int at) {
    return (bytes[at + 1] & 0xff) << 8 | (bytes[at] & 0xff);
  }

  public static int littleEndian32(byte[] bytes, int at) {
    return littleEndian16(bytes, at + 2) << 16 | littleEndian16(bytes, at);
  }
}
