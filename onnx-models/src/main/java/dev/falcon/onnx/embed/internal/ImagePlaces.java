// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.onnx.embed.pipeline.Encoded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The places of the vectors of all images with an image id: the number of the part and the index in
 * it.
 */
final class ImagePlaces implements AutoCloseable {
  private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

  private final PartsFolder parts;
  private final int length;
  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer waiting = ByteBuffer.allocate(ENTRY_BYTES << 12);
  private long written; // bytes

  ImagePlaces(PartsFolder parts, int length) {
    this.parts = parts;
    this.length = length;
    this.file = parts.work().resolve("images.places");
    try {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be made: " + e.getMessage(), e);
    }
  }

  /** Adds the next image. */
  void add(int part, long place) {
    waiting.putInt(part).putLong(place);
    if (!waiting.hasRemaining()) {
      write();
    }
  }

  private void write() {
    waiting.flip();
    try {
      while (waiting.hasRemaining()) {
        written += channel.write(waiting, written);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
    waiting.clear();
  }

  /** Returns the result for an image, by its number. */
  Encoded read(long image) {
    write();
    ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
    try {
      FileReads.fill(channel, image * ENTRY_BYTES, entry);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    entry.flip();
    Path part = parts.part(entry.getInt());
    try (ImageVectors vectors = new ImageVectors(UnitJournal.of(part).folder(), length)) {
      return vectors.read(entry.getLong());
    }
  }

  @Override
  public void close() {
    FileReads.close(file, channel);
  }
}
