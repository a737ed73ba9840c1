// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Real files that do not belong to the project; tests skip where they are absent. */
public final class TestData {
  private static final int NPY_HEADER_LENGTH = 8;

  private TestData() {}

  /** A file or folder of the test data. */
  public static Path path(String name) {
    Path path = Path.of(System.getProperty("falcon.testdata", "absent")).resolve(name);
    assumeThat(path).as("the test data folder has no " + name).exists();
    return path;
  }

  /** The floats of a little-endian float32 npy file, in order. */
  public static float[] floats(Path npy) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(npy)).order(ByteOrder.LITTLE_ENDIAN);
      int header = Short.toUnsignedInt(bytes.getShort(NPY_HEADER_LENGTH));
      byte[] text = new byte[header];
      bytes.position(NPY_HEADER_LENGTH + 2).get(text);
      if (!new String(text, StandardCharsets.US_ASCII).contains("'<f4'")) {
        throw new IllegalArgumentException(npy + " is not float32");
      }
      float[] floats = new float[bytes.remaining() / Float.BYTES];
      bytes.asFloatBuffer().get(floats);
      return floats;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
