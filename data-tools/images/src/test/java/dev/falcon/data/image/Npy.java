// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The data of NumPy files of version 1 in C order; the tests know type and shape. */
final class Npy {
  private static final int FIXED_LENGTH = 10;

  private Npy() {}

  static byte[] bytes(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int headerLength = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getShort(8);
    return Arrays.copyOfRange(all, FIXED_LENGTH + headerLength, all.length);
  }

  static float[] floats(Path file) throws IOException {
    byte[] bytes = bytes(file);
    float[] values = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }
}
