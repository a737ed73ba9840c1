// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A cached matrix: the number of rows and of columns as big-endian int32, then the rows as
 * big-endian float32. A cache file may be deleted at any time.
 */
public final class VectorFile {
  private VectorFile() {}

  public static void write(Path file, float[][] rows) {
    try (AtomicFile output = AtomicFile.create(file)) {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(output.path())))) {
        write(out, rows);
      }
      output.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  public static float[][] read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return read(in, Files.size(file));
    } catch (IOException e) {
      throw broken(file, e);
    }
  }

  public static void write(DataOutputStream out, float[][] rows) throws IOException {
    int width = rows.length == 0 ? 0 : rows[0].length;
    out.writeInt(rows.length);
    out.writeInt(width);
    ByteBuffer line = ByteBuffer.allocate(width * Float.BYTES);
    for (float[] row : rows) {
      line.asFloatBuffer().put(row);
      out.write(line.array());
    }
  }

  /**
   * Reads a matrix from a file.
   *
   * @param bytes the size of the file, in bytes
   * @throws IOException if the matrix would be larger than the file, or the file is truncated
   */
  public static float[][] read(DataInputStream in, long bytes) throws IOException {
    int count = in.readInt();
    int width = in.readInt();
    // A matrix without rows could claim any width.
    if (count < 0
        || width < 0
        || count > bytes
        || width > bytes / Float.BYTES
        || (long) count * width > bytes / Float.BYTES) {
      throw new IOException(count + " rows of " + width + " numbers are not in it");
    }
    float[][] rows = new float[count][width];
    byte[] line = new byte[width * Float.BYTES];
    for (float[] row : rows) {
      in.readFully(line);
      ByteBuffer.wrap(line).asFloatBuffer().get(row);
    }
    return rows;
  }

  /** Returns the failure to throw for a file that was read but is inconsistent. */
  public static FalconException broken(Path file) {
    return broken(file, null);
  }

  /** Returns the failure to throw for a file that is truncated. */
  public static FalconException broken(Path file, Exception cause) {
    return new FalconException(
        file + ": this cache file is broken; delete it, and it is computed again", cause);
  }
}
