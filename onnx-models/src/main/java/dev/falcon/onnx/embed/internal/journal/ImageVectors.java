package dev.falcon.onnx.embed.internal.journal;

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
 * The vectors of all images that have an image id, in a file, so that a sample that shows one of
 * them again needs no encoding: what is read is what was written, to the bit. No heap, and 4 bytes
 * of disk a component. Not thread-safe.
 */
public final class ImageVectors implements AutoCloseable {
  private static final String FILE_NAME = "images.vectors";

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer bytes; // a vector, or zeros for an image that cannot be used
  private long size;

  /**
   * Opens the file, which may be there from an earlier run.
   *
   * @param length the components of all vectors of an image
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

  /** Goes on behind so many images, and drops what lies behind them. */
  public void keep(long images) {
    long length = images * bytes.capacity();
    try {
      if (channel.size() < length) {
        throw new FalconException(
            file
                + ": is cut, so the run cannot be gone on with; remove the store's folder to begin"
                + " anew");
      }
      channel.truncate(length);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be cut: " + e.getMessage(), e);
    }
    size = images;
  }

  /** How many images have their vectors here. */
  public long size() {
    return size;
  }

  /** Keeps what has become of the next image. */
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

  /** What has become of an image. */
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
        "an earlier sample has the same image id, and its image cannot be used");
  }

  @Override
  public void close() {
    FileReads.close(file, channel);
  }
}
