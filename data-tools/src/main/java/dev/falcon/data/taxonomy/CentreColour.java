package dev.falcon.data.taxonomy;

import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.RgbConversion;

/**
 * Which of nine colours most pixels of an image's centre have: the middle half of its width and
 * height. Grey where the channels are within 18 % of the highest, white above 185, black where the
 * highest is below 50; else by hue.
 */
final class CentreColour {
  private static final String[] NAMES = {
    "black", "white", "grey", "red", "brown", "yellow", "green", "blue", "purple"
  };
  private static final int BLACK = 0;
  private static final int WHITE = 1;
  private static final int GREY = 2;
  private static final int RED = 3;

  /** Below these hues, in degrees: red, brown, yellow, green, blue, purple; then red again. */
  private static final int[] HUES = {12, 42, 70, 165, 260, 330};

  private static final int DARK = 50;
  private static final int BRIGHT = 185;
  private static final int FAINT_PERCENT = 18;

  private final ImageDecoder decoder = new ImageDecoder();

  /** The colour's name; empty where the image cannot be decoded. */
  String of(byte[] file) {
    try {
      return of(RgbConversion.of(decoder.decode(file)));
    } catch (ImageException e) {
      return "";
    }
  }

  private static String of(Raster picture) {
    int left = picture.width() / 4;
    int top = picture.height() / 4;
    Raster centre = picture.crop(left, top, picture.width() - 2 * left, picture.height() - 2 * top);
    byte[] bytes = centre.toBytes();
    int[] counts = new int[NAMES.length];
    for (int at = 0; at < bytes.length; at += 3) {
      counts[number(bytes[at] & 0xFF, bytes[at + 1] & 0xFF, bytes[at + 2] & 0xFF)]++;
    }
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
