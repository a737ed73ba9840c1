// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Limits the decompressed size of a file, at all levels together: a compressed tar and its
 * compressed members share one allowance, since bombs are most effective when nested.
 */
final class Expansion {
  /** The allowance that every file has, in bytes. */
  private static final long FREE_BYTES = 16L << 20;

  /**
   * The further allowance in bytes for each byte of the file. Text compresses to a tenth, and a
   * mask of one colour to a hundredth.
   */
  private static final int RATIO = 256;

  private final long freeBytes;
  private final long allowed;
  private long unpacked;

  /**
   * @param fileBytes the length of the file on disk, in bytes
   */
  Expansion(long fileBytes) {
    this(fileBytes, FREE_BYTES);
  }

  /**
   * @param fileBytes the length of the file on disk, in bytes
   * @param freeBytes the allowance that every file has, in bytes
   */
  Expansion(long fileBytes, long freeBytes) {
    this.freeBytes = freeBytes;
    this.allowed = freeBytes + RATIO * fileBytes;
  }

  /** Returns a view of the stream that throws once the allowance is exceeded. */
  InputStream counted(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public int read() throws IOException {
        int b = super.read();
        count(b < 0 ? 0 : 1);
        return b;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        count(Math.max(read, 0));
        return read;
      }

      @Override
      public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        count(skipped);
        return skipped;
      }
    };
  }

  private void count(long bytes) throws IOException {
    unpacked += bytes;
    if (unpacked > allowed) {
      throw new IOException(
          "the file unpacks to more than "
              + RATIO
              + " times its length and "
              + (freeBytes >> 10)
              + " KiB");
    }
  }
}
