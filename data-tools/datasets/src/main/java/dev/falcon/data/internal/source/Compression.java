// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.PackedFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Decompresses gzip within an allowance. */
final class Compression {
  private static final int BUFFER_BYTES = 1 << 16;

  private Compression() {}

  /** Opens a file's content, decompressed if it is gzip, within the allowance. */
  static InputStream open(Path file, Expansion expansion) {
    try {
      return PackedFiles.open(file, expansion::counted);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Decompresses gzip data in memory; refuses a result of more than {@code maxBytes} bytes. */
  static byte[] gunzip(byte[] packed, long maxBytes, Expansion expansion)
      throws BrokenRowException {
    try (InputStream input =
        expansion.counted(new GZIPInputStream(new ByteArrayInputStream(packed), BUFFER_BYTES))) {
      byte[] content = input.readNBytes(Math.toIntExact(maxBytes));
      if (input.read() >= 0) {
        throw new BrokenRowException("unpacks to more than the " + maxBytes + " bytes allowed");
      }
      return content;
    } catch (IOException e) {
      throw new BrokenRowException("cannot be unpacked: " + e.getMessage());
    }
  }
}
