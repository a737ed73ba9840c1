// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Writes RGB images as uncompressed PNG files: a compressor's output differs between builds of the
 * JDK, and equal images must give equal files. Noisy images would hardly compress anyway.
 */
public final class Png {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  private static final int CHANNELS = 3;
  private static final int MAX_STORED_BLOCK = 65_535;

  private Png() {}

  /**
   * Returns the file's bytes.
   *
   * @param pixels red, green and blue, row by row // [height x width x 3]
   */
  public static byte[] encode(byte[] pixels, int width, int height) {
    if (pixels.length != width * height * CHANNELS) {
      throw new IllegalArgumentException(
          pixels.length + " bytes are not " + width + " x " + height + " pixels");
    }
    ByteArrayOutputStream file =
        new ByteArrayOutputStream(pixels.length + pixels.length / 16 + 256);
    file.writeBytes(SIGNATURE);
    byte eightBits = 8;
    byte trueColour = 2;
    byte standard = 0; // compression, filter and interlace method
    chunk(
        file,
        "IHDR",
        ByteBuffer.allocate(13)
            .putInt(width)
            .putInt(height)
            .put(new byte[] {eightBits, trueColour, standard, standard, standard})
            .array());
    chunk(file, "IDAT", stored(scanLines(pixels, width * CHANNELS, height)));
    chunk(file, "IEND", new byte[0]);
    return file.toByteArray();
  }

  /** Returns the rows, each preceded by a zero byte for "no filter". */
  private static byte[] scanLines(byte[] pixels, int rowBytes, int height) {
    byte[] lines = new byte[(rowBytes + 1) * height];
    for (int row = 0; row < height; row++) {
      System.arraycopy(pixels, row * rowBytes, lines, row * (rowBytes + 1) + 1, rowBytes);
    }
    return lines;
  }

  /** Returns a zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4). */
  private static byte[] stored(byte[] data) {
    int blocks = (data.length + MAX_STORED_BLOCK - 1) / MAX_STORED_BLOCK;
    ByteBuffer stream = ByteBuffer.allocate(2 + 5 * blocks + data.length + 4);
    stream.putShort((short) 0x7801);
    for (int block = 0; block < blocks; block++) {
      int start = block * MAX_STORED_BLOCK;
      int length = Math.min(MAX_STORED_BLOCK, data.length - start);
      stream.put((byte) (block == blocks - 1 ? 1 : 0));
      stream.putShort(Short.reverseBytes((short) length));
      stream.putShort(Short.reverseBytes((short) ~length));
      stream.put(data, start, length);
    }
    Adler32 checksum = new Adler32();
    checksum.update(data);
    return stream.putInt((int) checksum.getValue()).array();
  }

  private static void chunk(ByteArrayOutputStream file, String type, byte[] data) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 checksum = new CRC32();
    checksum.update(name);
    checksum.update(data);
    file.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    file.writeBytes(name);
    file.writeBytes(data);
    file.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
  }
}
