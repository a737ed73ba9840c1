// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.PixelMode;
import dev.falcon.data.image.Raster;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decodes the first frame of a GIF on its whole screen, which is enlarged if the frame exceeds it.
 */
final class GifDecoder implements FormatDecoder {
  private static final int SCREEN = 6;
  private static final int FIRST_BLOCK = 13;
  private static final int EXTENSION = 0x21;
  private static final int FRAME = 0x2c;
  private static final int TRAILER = 0x3b;
  private static final int GRAPHIC_CONTROL = 0xf9;
  private static final int FRAME_HEADER = 9;

  @Override
  public Raster decode(byte[] file, long maxPixels) {
    int flags = file[SCREEN + 4];
    int at = FIRST_BLOCK;
    byte[] palette = palette(file, at, flags);
    at += tableBytes(flags);
    int background = 0;
    while (true) {
      int kind = file[at++] & 0xff;
      if (kind == FRAME) {
        return frame(file, at, palette, background, maxPixels);
      }
      if (kind == TRAILER) {
        throw new ImageException("a GIF without a frame");
      }
      if (kind == EXTENSION) {
        int label = file[at++] & 0xff;
        if (label == GRAPHIC_CONTROL && (file[at + 1] & 1) != 0) {
          background = file[at + 4] & 0xff; // the transparent index
        }
        at = afterSubBlocks(file, at);
      }
    }
  }

  private static Raster frame(byte[] file, int at, byte[] global, int background, long maxPixels) {
    int left = Bytes.littleEndian16(file, at);
    int top = Bytes.littleEndian16(file, at + 2);
    int frameWidth = Bytes.littleEndian16(file, at + 4);
    int frameHeight = Bytes.littleEndian16(file, at + 6);
    int width = Math.max(Bytes.littleEndian16(file, SCREEN), left + frameWidth);
    int height = Math.max(Bytes.littleEndian16(file, SCREEN + 2), top + frameHeight);
    PixelLimit.check(width, height, maxPixels);
    PixelLimit.check(frameWidth, frameHeight, maxPixels);
    int flags = file[at + 8];
    int data = at + FRAME_HEADER;
    byte[] local = palette(file, data, flags);
    data += tableBytes(flags);
    byte[] palette = local.length > 0 ? local : global;
    int codeSize = file[data] & 0xff;
    byte[] indices = new byte[frameWidth * frameHeight];
    GifLzw.decode(subBlocks(file, data + 1), codeSize, indices);
    byte[] pixels = new byte[width * height];
    Arrays.fill(pixels, (byte) background);
    boolean interlaced = (flags & 0x40) != 0;
    int[] rows =
        interlaced ? interlacedRows(frameHeight) : IntStream.range(0, frameHeight).toArray();
    for (int i = 0; i < frameHeight; i++) {
      System.arraycopy(indices, i * frameWidth, pixels, (top + rows[i]) * width + left, frameWidth);
    }
    return isGrayRamp(palette)
        ? Raster.of(PixelMode.GRAY, width, height, pixels)
        : Raster.indexed(width, height, pixels, Arrays.copyOf(palette, 3 * 256));
  }

  private static int tableBytes(int flags) {
    return (flags & 0x80) == 0 ? 0 : 3 << ((flags & 7) + 1);
  }

  private static byte[] palette(byte[] file, int at, int flags) {
    int length = tableBytes(flags);
    if (length > file.length - at) {
      throw new ImageException("the GIF is cut short");
    }
    return Arrays.copyOfRange(file, at, at + length);
  }

  /**
   * Returns whether each index equals its gray value. Such a file is gray, and is resized as gray.
   */
  private static boolean isGrayRamp(byte[] palette) {
    for (int i = 0; i < palette.length; i++) {
      if (palette[i] != (byte) (i / 3)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the position in the picture of each stored row of an interlaced frame: every eighth row
   * from 0, every eighth from 4, every fourth from 2, then the odd rows.
   */
  private static int[] interlacedRows(int height) {
    return Stream.of(new int[] {0, 8}, new int[] {4, 8}, new int[] {2, 4}, new int[] {1, 2})
        .flatMapToInt(pass -> IntStream.iterate(pass[0], y -> y < height, y -> y + pass[1]))
        .toArray();
  }

  private static int afterSubBlocks(byte[] file, int from) {
    int at = from;
    while (file[at] != 0) {
      at += 1 + (file[at] & 0xff);
    }
    return at + 1;
  }

  /** Returns the bytes of all sub-blocks; for a truncated file, those that exist. */
  private static byte[] subBlocks(byte[] file, int from) {
    byte[] joined = new byte[file.length - from];
    int length = 0;
    int at = from;
    while (at < file.length && file[at] != 0) {
      int count = Math.min(file[at] & 0xff, file.length - at - 1);
      System.arraycopy(file, at + 1, joined, length, count);
      length += count;
      at += 1 + count;
    }
    return Arrays.copyOf(joined, length);
  }
}
