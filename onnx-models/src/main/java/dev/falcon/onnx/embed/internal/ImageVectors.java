// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.embed.pipeline.Encoded;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The vectors of all images with an image id, kept in a file so that a repeated image is not
 * encoded again. Vectors are read back bit for bit. Takes no heap, and 4 bytes of disk per
 * component. Not thread-safe.
 */
public final class ImageVectors implements AutoCloseable {
  private static final String FILE_NAME = "images.vectors";

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer bytes; // a vector, or zeros for an unusable image
  private long size;

  /**
   * Opens the file, which may exist from an earlier run.
   *
   * @param length the number of floats per image
   */
  public ImageVectors(Path folder, int length) {
    this.file = folder.resolve(FILE_NAME);
    this.bytes = ByteBuffer.allocateDirect(length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Folders.make(folder);
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be made: " + e.getMessage(), e);
    }
  }

  /** Keeps the first {@code images} images and truncates the rest. */
  public void keep(long images) {
    long length = images * bytes.capacity();
    try {
      if (channel.size() < length) {
        throw new FalconException(
            file
                + ": is truncated, so the run cannot resume; remove the store's folder to start"
                + " again");
      }
      channel.truncate(length);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be cut: " + e.getMessage(), e);
    }
    size = images;
  }

  /** Returns the number of stored images. */
  public long size() {
    return size;
  }

  /** Stores the result for the next image. */
  public void append(Encoded image) {
    bytes.clear();
    if (image instanceof Encoded.Vector vector) {
      bytes.asFloatBuffer().put(vector.values());
    } else {
      bytes.put(new byte[bytes.capacity()]).clear();
    }
    try {
      long position = size * bytes.capacity();
      while (bytes.hasRemaining()) {
        channel.write(bytes, position + bytes.position());
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
    size++;
  }

  /** Returns the result for an image. */
  public Encoded read(long image) {
    bytes.clear();
    try {
      if (!FileReads.fill(channel, image * bytes.capacity(), bytes)) {
        throw new EOFException("it ends before image " + image);
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    float[] values = new float[bytes.capacity() / Float.BYTES];
    bytes.flip().asFloatBuffer().get(values);
    for (float value : values) {
      if (value != 0) {
        return new Encoded.Vector(values);
      }
    }
    return new Encoded.Unusable(
        "an earlier sample has the same image id or file, and its image cannot be used");
  }

  @Override
  public void close() {
    FileReads.close(file, channel);
  }
}
