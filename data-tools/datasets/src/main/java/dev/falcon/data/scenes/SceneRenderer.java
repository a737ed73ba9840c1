// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Draws scenes pixel by pixel, with hard edges, in arithmetic that is exact on every machine. The
 * platform's own drawing may change between JDKs, so it is not used.
 */
public final class SceneRenderer {
  private static final int CHANNELS = 3;
  private static final int WHITE = 255;

  private final ScenesConfig.Drawing drawing;
  private final int cell;
  private final int small;
  private final int maxJitter;
  private final Map<Shape, boolean[]> smallMasks = new EnumMap<>(Shape.class); // [small x small]
  private final Map<Shape, boolean[]> largeMasks = new EnumMap<>(Shape.class); // [cell x cell]
  private final PixelNoise noise;

  public SceneRenderer(ScenesConfig config) {
    this.drawing = config.drawing();
    this.cell = drawing.imageSize() / config.contents().cellsPerSide();
    this.small = (int) (cell * drawing.smallScale() + 0.5);
    // A small object stays inside its cell. If the margin is odd, there is less room on one side.
    this.maxJitter = Math.min((int) (cell * drawing.jitter()), (cell - small) / 2);
    this.noise = new PixelNoise(drawing.noise() * WHITE);
    for (Shape shape : Shape.values()) {
      smallMasks.put(shape, mask(shape, small));
      largeMasks.put(shape, mask(shape, cell));
    }
  }

  /**
   * Draws a scene.
   *
   * @param random source of jitter, brightness and noise
   * @return [imageSize x imageSize x 3], red, green, blue, row by row from the top
   */
  public byte[] render(Scene scene, RandomStream random) {
    byte[] pixels = new byte[drawing.imageSize() * drawing.imageSize() * CHANNELS];
    Arrays.fill(pixels, (byte) scene.background().level());
    for (SceneObject object : scene.objects()) {
      draw(object, pixels, random);
    }
    noise.add(pixels, random);
    return pixels;
  }

  private void draw(SceneObject object, byte[] pixels, RandomStream random) {
    boolean isSmall = object.size() == Size.SMALL;
    int side = isSmall ? small : cell;
    int margin = (cell - side) / 2;
    int top = object.row() * cell + margin + (isSmall ? jitter(random) : 0);
    int left = object.column() * cell + margin + (isSmall ? jitter(random) : 0);
    double brightness = 1 + drawing.brightnessSpread() * (2 * random.nextDouble() - 1);
    byte[] colour = new byte[CHANNELS];
    for (int channel = 0; channel < CHANNELS; channel++) {
      double value = object.colour().channel(channel) * brightness + 0.5;
      colour[channel] = (byte) Math.min(WHITE, (int) value);
    }
    boolean[] mask = (isSmall ? smallMasks : largeMasks).get(object.shape());
    for (int y = 0; y < side; y++) {
      int row = ((top + y) * drawing.imageSize() + left) * CHANNELS;
      for (int x = 0; x < side; x++) {
        if (mask[y * side + x]) {
          System.arraycopy(colour, 0, pixels, row + x * CHANNELS, CHANNELS);
        }
      }
    }
  }

  private int jitter(RandomStream random) {
    return random.nextInt(2 * maxJitter + 1) - maxJitter;
  }

  private static boolean[] mask(Shape shape, int side) {
    boolean[] mask = new boolean[side * side];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        mask[y * side + x] = shape.covers(x, y, side);
      }
    }
    return mask;
  }
}
