// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Opens files that may be compressed; detected from their first bytes, not their name. */
public final class PackedFiles {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_BYTES = 6;

  private PackedFiles() {}

  /** Wraps the bytes that gzip's decompression gives, as to bound them. */
  @FunctionalInterface
  public interface Bound {
    /** Returns a stream of the same bytes. */
    InputStream of(InputStream unpacked);
  }

  /** Returns whether a file is compressed, with gzip or otherwise. */
  public static boolean isPacked(Path file) throws IOException {
    try (InputStream input = Files.newInputStream(file)) {
      byte[] magic = input.readNBytes(MAGIC_BYTES);
      return isGzip(magic) || otherFormat(magic).isPresent();
    }
  }

  /** Opens a file's content, decompressed if it is gzip; it is read as it comes. */
  public static InputStream open(Path file) throws IOException {
    return open(file, unpacked -> unpacked);
  }

  /** Opens a file's content, decompressed within a bound if it is gzip. */
  public static InputStream open(Path file, Bound bound) throws IOException {
    InputStream input = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    try {
      return unpacked(input, file, bound);
    } catch (EOFException e) {
      input.close();
      throw new FalconException(file + ": is cut: a gzip file's head has 10 bytes at least", e);
    } catch (IOException | FalconException e) {
      input.close();
      throw e;
    }
  }

  private static InputStream unpacked(InputStream input, Path file, Bound bound)
      throws IOException {
    input.mark(MAGIC_BYTES);
    byte[] magic = input.readNBytes(MAGIC_BYTES);
    input.reset();
    if (isGzip(magic)) {
      InputStream unpacked = bound.of(new GZIPInputStream(input, BUFFER_BYTES));
      return new BufferedInputStream(unpacked, BUFFER_BYTES);
    }
    Optional<String> unsupported = otherFormat(magic);
    if (unsupported.isPresent()) {
      throw new FalconException(
          file
              + ": is compressed with "
              + unsupported.get()
              + "; unpack it, or compress it with gzip");
    }
    return input;
  }

  private static boolean isGzip(byte[] magic) {
    return begins(magic, 0x1F, 0x8B);
  }

  private static Optional<String> otherFormat(byte[] magic) {
    if (begins(magic, 'B', 'Z', 'h')) {
      return Optional.of("bzip2");
    }
    if (begins(magic, 0xFD, '7', 'z', 'X', 'Z')) {
      return Optional.of("xz");
    }
    return begins(magic, 0x28, 0xB5, 0x2F, 0xFD) ? Optional.of("zstd") : Optional.empty();
  }

  private static boolean begins(byte[] bytes, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
