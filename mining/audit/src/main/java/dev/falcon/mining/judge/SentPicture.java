// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Resampler;
import dev.falcon.data.image.Resize;
import dev.falcon.data.image.RgbConversion;

/**
 * A picture as it is sent: the file itself if it is a JPEG or PNG and small enough; otherwise a PNG
 * of the decoded picture, scaled down if it is too large.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SentPicture(String type, byte[] bytes) implements AskedSide {
  /**
   * Prepares a picture.
   *
   * @param longest the maximum length of the longer side, in pixels
   * @throws dev.falcon.data.image.ImageException if it cannot be decoded
   */
  static SentPicture of(byte[] file, int longest) {
    Raster picture = RgbConversion.of(new ImageDecoder().decode(file));
    boolean small = picture.width() <= longest && picture.height() <= longest;
    if (small && file.length > 3) {
      if (file[0] == (byte) 0xFF && file[1] == (byte) 0xD8) {
        return new SentPicture("image/jpeg", file);
      }
      if (file[0] == (byte) 0x89 && file[1] == 'P') {
        return new SentPicture("image/png", file);
      }
    }
    Raster sent = small ? picture : shrunk(picture, longest);
    return new SentPicture("image/png", Png.encode(sent.toBytes(), sent.width(), sent.height()));
  }

  private static Raster shrunk(Raster picture, int longest) {
    Resize.Size size =
        new Resize.LongestEdge(longest, longest).target(picture.width(), picture.height());
    return new Resampler().resize(picture, size.width(), size.height(), ResampleFilter.BICUBIC);
  }
}
