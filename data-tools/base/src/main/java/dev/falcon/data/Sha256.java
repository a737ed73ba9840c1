// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests, as 64 lower-case hexadecimal digits. */
public final class Sha256 {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int LEAST_BYTES = 1 << 13; // a special file may say that it is empty

  private Sha256() {}

  /** Returns the digest of a file's bytes. */
  public static String of(Path file) {
    MessageDigest digest = digest();
    try (FileChannel channel = FileChannel.open(file)) {
      long fit = Math.max(LEAST_BYTES, Math.min(CHUNK_BYTES, channel.size()));
      ByteBuffer chunk = ByteBuffer.allocate((int) fit);
      while (channel.read(chunk) >= 0) {
        digest.update(chunk.flip());
        chunk.clear();
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return hex(digest);
  }

  /** Returns the digest of the bytes. */
  public static String of(byte[] bytes) {
    MessageDigest digest = digest();
    digest.update(bytes);
    return hex(digest);
  }

  /** Returns a new SHA-256 digest, for incremental updates. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Completes the digest and returns its hexadecimal form. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
