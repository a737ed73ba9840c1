// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Resampler;
import dev.falcon.data.image.Resize;
import dev.falcon.data.image.RgbConversion;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A picture for a page that is sent by mail: the file itself if its longer side has at most {@value
 * #LONGEST_SIDE} pixels, otherwise a JPEG of that size. If the file is a JPEG whose EXIF data name
 * an orientation, the smaller JPEG has the same orientation, and no other EXIF data.
 */
final class ScaledPicture {
  static final int LONGEST_SIDE = 768;

  private static final float QUALITY = 0.85f;

  /** EXIF data with only the orientation: a directory of one entry, big-endian. */
  private static final byte[] EXIF_HEAD =
      "Exif\0\0MM\0*\0\0\0\b".getBytes(StandardCharsets.US_ASCII);

  private static final int ORIENTATION = 0x0112;

  private ScaledPicture() {}

  /**
   * Returns the bytes of the picture for the page.
   *
   * @param file the bytes of a picture's file
   * @return the picture; empty if it cannot be decoded, since its size is then unknown
   */
  static Optional<byte[]> of(byte[] file) {
    Raster picture;
    try {
      picture = RgbConversion.of(new ImageDecoder().decode(file));
    } catch (ImageException e) {
      return Optional.empty(); // the page says that it cannot be shown
    }
    if (Math.max(picture.width(), picture.height()) <= LONGEST_SIDE) {
      return Optional.of(file);
    }
    Resize.Size size =
        new Resize.LongestEdge(LONGEST_SIDE, LONGEST_SIDE)
            .target(picture.width(), picture.height());
    Raster small =
        new Resampler().resize(picture, size.width(), size.height(), ResampleFilter.BICUBIC);
    return Optional.of(turned(jpeg(small), orientation(file)));
  }

  private static byte[] jpeg(Raster picture) {
    int width = picture.width();
    int height = picture.height();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    byte[] samples = picture.toBytes();
    int[] row = new int[width];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int at = 3 * (y * width + x);
        row[x] = (samples[at] & 255) << 16 | (samples[at + 1] & 255) << 8 | (samples[at + 2] & 255);
      }
      image.setRGB(0, y, width, 1, row, 0, width);
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageWriteParam settings = writer.getDefaultWriteParam();
      settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      settings.setCompressionQuality(QUALITY);
      writer.setOutput(out);
      writer.write(
          writer.getDefaultStreamMetadata(settings), new IIOImage(image, null, null), settings);
    } catch (IOException e) {
      throw new FalconException("a picture cannot be written as JPEG: " + e.getMessage(), e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  /**
   * Returns a JPEG with the orientation in an EXIF segment after its first marker; orientation 1
   * needs none.
   */
  private static byte[] turned(byte[] jpeg, int orientation) {
    if (orientation == 1) {
      return jpeg;
    }
    ByteBuffer segment = ByteBuffer.allocate(4 + EXIF_HEAD.length + 18);
    segment.putShort((short) 0xFFE1).putShort((short) (segment.capacity() - 2)).put(EXIF_HEAD);
    segment.putShort((short) 1).putShort((short) ORIENTATION).putShort((short) 3).putInt(1);
    segment.putShort((short) orientation).putShort((short) 0).putInt(0);
    return ByteBuffer.allocate(jpeg.length + segment.capacity())
        .put(jpeg, 0, 2)
        .put(segment.array())
        .put(jpeg, 2, jpeg.length - 2)
        .array();
  }

  /** Returns the EXIF orientation of a JPEG, in [1, 8]; 1, not turned, if there is none. */
  static int orientation(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    int at = 2;
    while (at + 4 <= file.length && file[at] == (byte) 0xFF && file[at + 1] != (byte) 0xDA) {
      int length = bytes.getShort(at + 2) & 0xFFFF;
      boolean exif = file[at + 1] == (byte) 0xE1 && at + 2 + length <= file.length && length >= 16;
      if (exif && bytes.getInt(at + 4) == 0x45786966) { // "Exif"
        return ofDirectory(bytes.slice(at + 10, length - 8));
      }
      at += 2 + Math.max(2, length);
    }
    return 1;
  }

  /** Returns the orientation in the first directory of a TIFF header. */
  private static int ofDirectory(ByteBuffer tiff) {
    tiff.order(tiff.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long directory = tiff.getInt(4) & 0xFFFFFFFFL;
    if (directory + 2 > tiff.limit()) {
      return 1;
    }
    int entries = tiff.getShort((int) directory) & 0xFFFF;
    for (long entry = directory + 2; entries-- > 0 && entry + 12 <= tiff.limit(); entry += 12) {
      if ((tiff.getShort((int) entry) & 0xFFFF) == ORIENTATION) {
        int value = tiff.getShort((int) entry + 8);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
    return 1;
  }
}
