// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.PackedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file, which may be compressed with gzip; read from any position of its text.
 *
 * @param isPacked whether it is compressed, so that a later position takes longer to reach
 */
public record SeekableText(Path file, boolean isPacked) {
  /** Finds by its first bytes whether a file is compressed. */
  public static SeekableText of(Path file) {
    try {
      return new SeekableText(file, PackedFiles.isPacked(file));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the number of rows per block of a file that is read in blocks: those wanted, or all if
   * the file cannot be read from its middle.
   */
  public int blockRows(int wanted) {
    return isPacked ? Integer.MAX_VALUE : wanted;
  }

  /**
   * Opens the text at a position.
   *
   * @param position the number of bytes of the unpacked text before it
   * @throws FalconException if it is compressed otherwise than with gzip
   */
  public InputStream open(long position) throws IOException {
    if (isPacked) {
      InputStream text = Compression.open(file, new Expansion(Files.size(file)));
      text.skipNBytes(position);
      return text;
    }
    FileChannel channel = FileChannel.open(file);
    channel.position(position);
    return Channels.newInputStream(channel);
  }
}
