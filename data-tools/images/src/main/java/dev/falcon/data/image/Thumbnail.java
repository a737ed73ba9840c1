// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import dev.falcon.data.report.Markup;
import dev.falcon.data.report.PagePictures;
import java.util.Optional;

/**
 * Embeds small pictures in a page. None of a file's own bytes is embedded: browsers decode only
 * what Falcon has re-encoded, so a broken or hostile file does no harm.
 */
public final class Thumbnail {
  /** Maximum side in pixels; smaller pictures keep their size. */
  public static final int SIDE = PagePictures.SIDE;

  private final ImageDecoder decoder;
  private final int side;
  private final Resampler resampler = new Resampler();

  /**
   * Creates thumbnails of pictures decoded by this decoder, of at most {@value PagePictures#SIDE}
   * pixels per side.
   */
  public Thumbnail(ImageDecoder decoder) {
    this(decoder, SIDE);
  }

  /** Creates thumbnails whose longer side has at most this number of pixels. */
  public Thumbnail(ImageDecoder decoder, int side) {
    this.decoder = decoder;
    this.side = side;
  }

  /**
   * Returns markup that shows the picture, or states why there is none.
   *
   * @param file the image file's bytes
   * @param name the picture's text alternative
   */
  public String of(Optional<byte[]> file, String name) {
    if (file.isEmpty()) {
      return Markup.placeholder("no image");
    }
    Raster picture;
    try {
      picture = RgbConversion.of(decoder.decode(file.get()));
    } catch (ImageException e) {
      return Markup.placeholder("cannot be decoded: " + e.getMessage());
    }
    Raster small = shrink(picture);
    return Markup.image("png", Png.encode(small.toBytes(), small.width(), small.height()), name);
  }

  private Raster shrink(Raster picture) {
    if (picture.width() <= side && picture.height() <= side) {
      return picture;
    }
    Resize.Size size = new Resize.LongestEdge(side, side).target(picture.width(), picture.height());
    return resampler.resize(
        picture,
        size.width(),
        size.height(),
        ResampleFilter.BILINEAR,
        0,
        0,
        size.width(),
        size.height());
  }
}
