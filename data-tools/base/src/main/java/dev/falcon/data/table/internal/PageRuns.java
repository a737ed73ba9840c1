// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.nio.ByteBuffer;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Checks the numbers of values that the runs and blocks of a page claim. A run of packed values
 * takes bytes for every eight values; a few more values are allowed, because writers pad the last
 * run.
 */
final class PageRuns {
  /**
   * The maximum length, in groups of eight, of runs of equal values of width 0, which take no
   * bytes.
   */
  private static final long FREE_GROUPS = 1 << 14;

  private static final long FREE_VALUES = 1 << 16;
  private static final long VALUES_PER_BYTE = 256;

  private PageRuns() {}

  /**
   * Checks the values of a page.
   *
   * @param values the values, positioned at their first byte; consumed
   * @param count the page's number of values
   * @throws ParquetDecodingException if they claim more values than there can be
   */
  static void require(Encoding encoding, ByteBuffer values, int count) {
    switch (encoding) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
        if (values.hasRemaining()) {
          requireRuns(values, values.get());
        }
      }
      case RLE -> { // booleans, preceded by their length
        if (values.remaining() > Integer.BYTES) {
          requireRuns(values.position(values.position() + Integer.BYTES), 1);
        }
      }
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> requireBlocks(values, count);
      case DELTA_BYTE_ARRAY -> {
        requireBlocks(values, count);
        requireBlocks(values, count);
      }
      default -> {} // these claim no numbers of values
    }
  }

  /**
   * Checks runs of equal and of packed values.
   *
   * @param width the number of bits per value
   */
  static void requireRuns(ByteBuffer runs, int width) {
    while (runs.hasRemaining()) {
      long header = number(runs);
      long bytes = (width + 7L) / 8;
      if ((header & 1) == 1) {
        long groups = header >>> 1;
        if (groups > FREE_GROUPS && groups > runs.remaining()) {
          throw damaged("a run in it claims " + groups * 8 + " values");
        }
        bytes = groups * width;
      }
      skip(runs, bytes);
    }
  }

  /** Checks blocks of deltas, and advances to their end. */
  private static void requireBlocks(ByteBuffer values, int count) {
    long room = FREE_VALUES + VALUES_PER_BYTE * values.remaining();
    long block = number(values);
    long parts = number(values);
    long claimed = number(values);
    number(values); // the first value
    if (parts == 0 || block < parts || block > room || claimed > Math.min(count, room)) {
      throw damaged("its blocks of " + block + " claim " + claimed + " values");
    }
    for (long read = 1; read < claimed && values.hasRemaining(); read += block) {
      number(values); // the smallest delta
      long bits = 0;
      int widths = values.position();
      long used = Math.min(parts, (claimed - read + block / parts - 1) / (block / parts));
      skip(values, parts);
      for (long i = 0; i < used && widths + i < values.position(); i++) {
        bits += (values.get(widths + (int) i) & 0xff) * (block / parts);
      }
      skip(values, bits / 8);
    }
  }

  /** Reads a number stored in groups of seven bits. */
  private static long number(ByteBuffer bytes) {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE && bytes.hasRemaining(); shift += 7) {
      byte next = bytes.get();
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number & Long.MAX_VALUE;
      }
    }
    throw damaged("a number in it has no end");
  }

  /** Skips bytes; if they reach beyond the end, the library later reports what is missing. */
  private static void skip(ByteBuffer bytes, long count) {
    bytes.position((int) Math.min(bytes.limit(), bytes.position() + count));
  }

  static ParquetDecodingException damaged(String how) {
    return new ParquetDecodingException("a page is damaged: " + how);
  }
}
