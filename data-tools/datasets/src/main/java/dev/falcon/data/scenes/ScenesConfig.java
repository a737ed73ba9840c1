// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RequestException;
import java.util.List;

/**
 * The parameters of a world of Scenes. Equal parameters give equal samples on every machine.
 *
 * @param seed the seed of all random choices
 * @param captionsPerImage captions drawn for each image, at least 1
 * @param levelShares the shares of the captions' levels 0 to 5; for a scene with one object, the
 *     shares of levels 3 and 4 are added to level 2
 * @param contents the contents of scenes
 * @param drawing how scenes are drawn
 */
public record ScenesConfig(
    long seed, int captionsPerImage, List<Double> levelShares, Contents contents, Drawing drawing) {

  private static final int MIN_CELL_PIXELS = 8;

  public ScenesConfig {
    levelShares = List.copyOf(levelShares);
    require(captionsPerImage >= 1, "captions per image must be at least 1: " + captionsPerImage);
    requireShares("caption level", levelShares, Caption.LEVELS);
    int cells = contents.cellsPerSide();
    require(
        drawing.imageSize() % cells == 0 && drawing.imageSize() / cells >= MIN_CELL_PIXELS,
        "the image size must be a multiple of "
            + cells
            + " cells a side, with at least "
            + MIN_CELL_PIXELS
            + " pixels a cell: "
            + drawing.imageSize());
  }

  /**
   * The contents of scenes.
   *
   * @param cellsPerSide the grid's side in cells, even
   * @param objectShares the shares of scenes with 1, 2 and 3 objects
   * @param shapes number of shapes, in [1, 8]
   * @param colours number of colours, in [1, 8]
   * @param backgrounds number of backgrounds, in [1, 3]
   * @param zipfExponent skew of shapes and colours: the k-th has weight (k + 2)^-exponent, k from
   *     0; 0 is uniform
   */
  public record Contents(
      int cellsPerSide,
      List<Double> objectShares,
      int shapes,
      int colours,
      int backgrounds,
      double zipfExponent) {
    public Contents {
      objectShares = List.copyOf(objectShares);
      require(
          cellsPerSide >= 2 && cellsPerSide % 2 == 0,
          "cells per side must be even and at least 2: " + cellsPerSide);
      requireShares("object", objectShares, Scene.MAX_OBJECTS);
      requireIn("shapes", shapes, 1, Shape.values().length);
      requireIn("colours", colours, 1, Colour.values().length);
      requireIn("backgrounds", backgrounds, 1, Background.values().length);
      requireIn("the Zipf exponent", zipfExponent, 0, 10);
    }
  }

  /**
   * The drawing of scenes.
   *
   * @param imageSize the image's side in pixels, a multiple of the cells per side; a cell has at
   *     least 8 pixels per side
   * @param smallScale a small object's side as a fraction of its cell's, in [0.5, 0.75]; a large
   *     object fills the cell
   * @param jitter the maximum offset of a small object from the centre in either direction, as a
   *     fraction of the cell's side
   * @param brightnessSpread an object's brightness is scaled by a factor in [1 - spread, 1 +
   *     spread]
   * @param noise standard deviation of each channel's Gaussian noise, white being 1; at most 0.15
   */
  public record Drawing(
      int imageSize, double smallScale, double jitter, double brightnessSpread, double noise) {
    public Drawing {
      requireIn("the small scale", smallScale, 0.5, 0.75);
      requireIn("jitter", jitter, 0, 0.5);
      requireIn("the brightness spread", brightnessSpread, 0, 1);
      requireIn("noise", noise, 0, 0.15);
    }
  }

  /** Returns the world of the built-in models: 32 × 32 pixels, 4 × 4 cells. */
  public static ScenesConfig standard() {
    return new ScenesConfig(
        1,
        1,
        List.of(0.003, 0.02, 0.08, 0.27, 0.30, 0.327),
        new Contents(4, List.of(0.2, 0.4, 0.4), 8, 8, 3, 0.5),
        new Drawing(32, 0.625, 0.125, 0.2, 0.03));
  }

  /** Returns a world of clear images and specific captions, in which few pairs match by chance. */
  public static ScenesConfig easy() {
    return standard().withNoise(0.01).withLevelShares(List.of(0.0, 0.005, 0.02, 0.2, 0.35, 0.425));
  }

  /** Returns a world of noisy images and vague captions, in which more pairs match by chance. */
  public static ScenesConfig hard() {
    return standard().withNoise(0.06).withLevelShares(List.of(0.01, 0.06, 0.15, 0.3, 0.23, 0.25));
  }

  /** Returns the preset with this name: easy, standard or hard. */
  public static ScenesConfig preset(String name) {
    return switch (name) {
      case "easy" -> easy();
      case "standard" -> standard();
      case "hard" -> hard();
      default ->
          throw new RequestException(
              "no preset of Scenes is called '" + name + "': easy, standard or hard");
    };
  }

  /** Returns these parameters with another seed. */
  public ScenesConfig withSeed(long value) {
    return new ScenesConfig(value, captionsPerImage, levelShares, contents, drawing);
  }

  /** Returns these parameters with another number of captions per image. */
  public ScenesConfig withCaptionsPerImage(int value) {
    return new ScenesConfig(seed, value, levelShares, contents, drawing);
  }

  /** Returns these parameters with other shares of the captions' levels. */
  public ScenesConfig withLevelShares(List<Double> value) {
    return new ScenesConfig(seed, captionsPerImage, value, contents, drawing);
  }

  /** Returns these parameters with other contents. */
  public ScenesConfig withContents(Contents value) {
    return new ScenesConfig(seed, captionsPerImage, levelShares, value, drawing);
  }

  /** Returns these parameters with another drawing. */
  public ScenesConfig withDrawing(Drawing value) {
    return new ScenesConfig(seed, captionsPerImage, levelShares, contents, value);
  }

  /**
   * Returns these parameters with another image size; the scenes and captions stay, and the cells
   * grow with the image.
   */
  public ScenesConfig withImageSize(int value) {
    return withDrawing(
        new Drawing(
            value,
            drawing.smallScale(),
            drawing.jitter(),
            drawing.brightnessSpread(),
            drawing.noise()));
  }

  /** Returns these parameters with another noise. */
  public ScenesConfig withNoise(double value) {
    return withDrawing(
        new Drawing(
            drawing.imageSize(),
            drawing.smallScale(),
            drawing.jitter(),
            drawing.brightnessSpread(),
            value));
  }

  private static void requireShares(String what, List<Double> shares, int count) {
    double sum = 0;
    for (double share : shares) {
      requireIn("the " + what + " share", share, 0, 1);
      sum += share;
    }
    require(
        shares.size() == count && Math.abs(sum - 1) < 1e-9,
        "the " + what + " shares must be " + count + " numbers that sum to 1: " + shares);
  }

  private static void requireIn(String what, double value, double low, double high) {
    require(
        value >= low && value <= high, what + " must be in [" + low + ", " + high + "]: " + value);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new RequestException(message);
    }
  }
}
