// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.RgbConversion;
import java.util.List;

/**
 * Finds the most frequent of nine colours in an image's centre, the middle half of its width and
 * height, and in its border, a sixth of its width and height on every side. A pixel is black if its
 * highest channel is below 50. If its channels differ by less than 18 % of the highest, it is white
 * if the highest is above 185 and grey otherwise. For all other pixels, the hue decides.
 */
final class ImageColours {
  private static final String[] NAMES = {
    "black", "white", "grey", "red", "brown", "yellow", "green", "blue", "purple"
  };
  private static final int BLACK = 0;
  private static final int WHITE = 1;
  private static final int GREY = 2;
  private static final int RED = 3;

  /**
   * The upper bounds of the hues, in degrees, of red, brown, yellow, green, blue and purple; above
   * them is red again.
   */
  private static final int[] HUES = {12, 42, 70, 165, 260, 330};

  private static final int DARK = 50;
  private static final int BRIGHT = 185;
  private static final int FAINT_PERCENT = 18;

  private final ImageDecoder decoder = new ImageDecoder();

  /** Returns all colours. */
  static List<String> names() {
    return List.of(NAMES);
  }

  /**
   * The colours of an image.
   *
   * @param centre the name of the centre's colour; empty for none
   * @param border the name of the border's colour; empty for none
   */
  record Colours(String centre, String border) {
    static final Colours NONE = new Colours("", "");
  }

  /** Returns both colours' names; empty if the image cannot be decoded. */
  Colours of(byte[] file) {
    try {
      return of(RgbConversion.of(decoder.decode(file)));
    } catch (ImageException e) {
      return Colours.NONE;
    }
  }

  private static Colours of(Raster picture) {
    int[] border = new int[NAMES.length];
    count(picture, 1, border);
    int[] inside = new int[NAMES.length];
    Raster inner = inner(picture, 6);
    count(inner, -1, border);
    count(inner(picture, 4), 1, inside);
    String centre = commonest(inside);
    return new Colours(
        centre, picture.width() < 6 || picture.height() < 6 ? centre : commonest(border));
  }

  /**
   * Returns the picture without a border of {@code 1 / parts} of its width and height on every
   * side.
   */
  private static Raster inner(Raster picture, int parts) {
    int left = picture.width() / parts;
    int top = picture.height() / parts;
    return picture.crop(left, top, picture.width() - 2 * left, picture.height() - 2 * top);
  }

  private static void count(Raster picture, int each, int[] counts) {
    byte[] bytes = picture.toBytes();
    for (int at = 0; at < bytes.length; at += 3) {
      counts[number(bytes[at] & 0xFF, bytes[at + 1] & 0xFF, bytes[at + 2] & 0xFF)] += each;
    }
  }

  private static String commonest(int[] counts) {
    int most = 0;
    for (int colour = 1; colour < counts.length; colour++) {
      if (counts[colour] > counts[most]) {
        most = colour;
      }
    }
    return NAMES[most];
  }

  private static int number(int red, int green, int blue) {
    int highest = Math.max(red, Math.max(green, blue));
    int range = highest - Math.min(red, Math.min(green, blue));
    if (highest < DARK) {
      return BLACK;
    }
    if (range * 100 < FAINT_PERCENT * highest) {
      return highest > BRIGHT ? WHITE : GREY;
    }
    double sixth =
        highest == red
            ? (green - blue) / (double) range
            : highest == green
                ? 2 + (blue - red) / (double) range
                : 4 + (red - green) / (double) range;
    double hue = (60 * sixth + 360) % 360;
    for (int i = 0; i < HUES.length; i++) {
      if (hue < HUES[i]) {
        return RED + i;
      }
    }
    return RED;
  }
}
