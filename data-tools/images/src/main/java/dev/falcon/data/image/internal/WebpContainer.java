// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The RIFF chunks of a WebP file.
 *
 * @param width the width of the canvas, in pixels
 * @param height the height of the canvas, in pixels
 * @param alpha whether the picture declares alpha
 * @param frameX the column of the first frame on the canvas; 0 in a still picture
 * @param frameWidth the width of the first frame; that of the canvas in a still picture
 * @param firstFrame a still WebP file of the first frame; the file itself if it is a still picture
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, during one decoding
record WebpContainer(
    int width,
    int height,
    boolean alpha,
    int frameX,
    int frameY,
    int frameWidth,
    int frameHeight,
    byte[] firstFrame) {
  private static final int FIRST_CHUNK = 12;
  private static final int CHUNK_HEADER = 8;
  private static final int FRAME_HEADER = 16;
  private static final int ALPHA_FLAG = 0x10;
  private static final int ANIMATION_FLAG = 0x02;

  static WebpContainer read(byte[] file) {
    long end = (Bytes.littleEndian32(file, 4) & 0xffffffffL) + CHUNK_HEADER;
    if (!"RIFF".equals(name(file, 0)) || end > file.length) {
      throw new ImageException("the WebP is broken or cut short");
    }
    int data = FIRST_CHUNK + CHUNK_HEADER;
    switch (name(file, FIRST_CHUNK)) {
      case "VP8 " -> {
        int width = Bytes.littleEndian16(file, data + 6) & 0x3fff;
        int height = Bytes.littleEndian16(file, data + 8) & 0x3fff;
        return new WebpContainer(width, height, false, 0, 0, width, height, file);
      }
      case "VP8L" -> {
        int bits = Bytes.littleEndian32(file, data + 1);
        boolean alpha = (bits >> 28 & 1) != 0;
        int width = (bits & 0x3fff) + 1;
        int height = (bits >> 14 & 0x3fff) + 1;
        return new WebpContainer(width, height, alpha, 0, 0, width, height, file);
      }
      case "VP8X" -> {
        return extended(file, data, (int) end);
      }
      default -> throw new ImageException("a WebP that begins with a chunk of no known kind");
    }
  }

  private static WebpContainer extended(byte[] file, int data, int end) {
    int flags = file[data];
    boolean alpha = (flags & ALPHA_FLAG) != 0;
    int width = littleEndian24(file, data + 4) + 1;
    int height = littleEndian24(file, data + 7) + 1;
    if ((flags & ANIMATION_FLAG) == 0) {
      return new WebpContainer(width, height, alpha, 0, 0, width, height, file);
    }
    int at = FIRST_CHUNK;
    while (at + CHUNK_HEADER + FRAME_HEADER <= end) {
      int length = Bytes.littleEndian32(file, at + 4);
      int start = at + CHUNK_HEADER;
      if (length < 0 || length > end - start) {
        break;
      }
      if (name(file, at).equals("ANMF") && length > FRAME_HEADER) {
        int x = 2 * littleEndian24(file, start);
        int y = 2 * littleEndian24(file, start + 3);
        byte[] still = still(file, start + FRAME_HEADER, length - FRAME_HEADER, start, flags);
        int frameWidth = littleEndian24(file, start + 6) + 1;
        int frameHeight = littleEndian24(file, start + 9) + 1;
        return new WebpContainer(width, height, alpha, x, y, frameWidth, frameHeight, still);
      }
      at = start + length + (length & 1);
    }
    throw new ImageException("an animated WebP without a whole frame");
  }

  /** Returns the frame's chunks as a separate file, with the frame's size as the canvas. */
  private static byte[] still(byte[] file, int start, int length, int frame, int flags) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("RIFF".getBytes(StandardCharsets.ISO_8859_1));
    writeInt(out, 4 + CHUNK_HEADER + 10 + length);
    out.writeBytes("WEBPVP8X".getBytes(StandardCharsets.ISO_8859_1));
    writeInt(out, 10);
    writeInt(out, flags & ALPHA_FLAG);
    out.write(file, frame + 6, 6); // VP8X stores width - 1 and height - 1
    out.write(file, start, length);
    return out.toByteArray();
  }

  private static void writeInt(ByteArrayOutputStream out, int value) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write(value >> shift);
    }
  }

  private static int littleEndian24(byte[] file, int at) {
    return Bytes.littleEndian16(file, at) | (file[at + 2] & 0xff) << 16;
  }

  private static String name(byte[] file, int at) {
    return new String(file, at, 4, StandardCharsets.ISO_8859_1);
  }
}
