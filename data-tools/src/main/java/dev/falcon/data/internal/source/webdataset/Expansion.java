package dev.falcon.data.internal.source.webdataset;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * How much a file may unpack to, at all levels together: a packed tar and the packed members in it
 * draw on the same allowance, for a bomb is most powerful where one lies in the other.
 */
final class Expansion {
  /** What every file may unpack to. */
  private static final long FREE_BYTES = 16L << 20;

  /** And for each of its bytes; text packs to a tenth, a mask of one colour to a hundredth. */
  private static final int RATIO = 256;

  private final long allowed;
  private long unpacked;

  /**
   * @param fileBytes how long the file is as it lies on the disk
   */
  Expansion(long fileBytes) {
    this.allowed = FREE_BYTES + RATIO * fileBytes;
  }

  /** The stream, which throws when too much has come out of it and its like. */
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
              + (FREE_BYTES >> 20)
              + " MiB");
    }
  }
}
