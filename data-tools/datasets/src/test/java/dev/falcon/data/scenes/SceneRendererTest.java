// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SceneRendererTest {
  private static final ScenesConfig CLEAN =
      ScenesConfig.standard().withDrawing(new ScenesConfig.Drawing(32, 0.625, 0.125, 0, 0));

  @Test
  void anObjectIsDrawnInItsCellInItsColour() {
    Scene scene =
        new Scene(
            4,
            Background.BLACK,
            List.of(
                new SceneObject(Shape.SQUARE, Colour.GREEN, Size.LARGE, 1, 2),
                new SceneObject(Shape.CIRCLE, Colour.PINK, Size.SMALL, 3, 0)));
    for (int i = 0; i < 50; i++) {
      byte[] pixels = new SceneRenderer(CLEAN).render(scene, RandomStream.of(i, "test"));
      int pink = 0;
      for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 32; x++) {
          List<Integer> colour = colour(pixels, x, y);
          boolean inSquare = y / 8 == 1 && x / 8 == 2;
          boolean inCircle = colour.equals(List.of(255, 153, 191));
          pink += inCircle ? 1 : 0;
          assertThat(inCircle && !(y / 8 == 3 && x / 8 == 0)).isFalse();
          assertThat(colour.equals(List.of(26, 179, 26))).isEqualTo(inSquare);
          assertThat(inSquare || inCircle || colour.equals(List.of(13, 13, 13))).isTrue();
        }
      }
      assertThat(pink).as("a disc of diameter 5").isEqualTo(21);
    }
  }

  private static List<Integer> colour(byte[] pixels, int x, int y) {
    int start = (y * 32 + x) * 3;
    return List.of(pixels[start] & 255, pixels[start + 1] & 255, pixels[start + 2] & 255);
  }

  @Test
  void brightnessStaysWithinItsSpread() {
    Scene scene =
        new Scene(
            4,
            Background.BLACK,
            List.of(new SceneObject(Shape.SQUARE, Colour.BLUE, Size.LARGE, 0, 0)));
    SceneRenderer renderer =
        new SceneRenderer(CLEAN.withDrawing(new ScenesConfig.Drawing(32, 0.625, 0.125, 0.2, 0)));
    int least = 255;
    int most = 0;
    for (int i = 0; i < 500; i++) {
      int green = colour(renderer.render(scene, RandomStream.of(i, "test")), 0, 0).get(1);
      least = Math.min(least, green);
      most = Math.max(most, green);
    }
    assertThat(least).isBetween(51, 52);
    assertThat(most).isBetween(76, 77);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 10, 16, 40, 64})
  void everyShapeLooksDifferent(int side) {
    for (Shape shape : Shape.values()) {
      for (Shape other : Shape.values()) {
        int different = 0;
        for (int k = 0; k < side * side; k++) {
          int x = k % side;
          int y = k / side;
          different += shape.covers(x, y, side) != other.covers(x, y, side) ? 1 : 0;
        }
        assertThat(different)
            .as("%s and %s", shape, other)
            .isGreaterThanOrEqualTo(shape == other ? 0 : side * side / 8);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64, 256})
  void pngHoldsThePixels(int imageSize) throws IOException {
    Scenes world = new Scenes(ScenesConfig.standard().withImageSize(imageSize));
    byte[] pixels = world.pixels(Split.TRAIN, 3);

    BufferedImage read = ImageIO.read(new ByteArrayInputStream(world.png(Split.TRAIN, 3)));

    assertThat(read.getWidth()).isEqualTo(imageSize);
    assertThat(read.getHeight()).isEqualTo(imageSize);
    byte[] back = new byte[pixels.length];
    for (int i = 0; i < imageSize * imageSize; i++) {
      int colour = read.getRGB(i % imageSize, i / imageSize);
      back[3 * i] = (byte) (colour >> 16);
      back[3 * i + 1] = (byte) (colour >> 8);
      back[3 * i + 2] = (byte) colour;
    }
    assertThat(back).isEqualTo(pixels);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 7.65, 20, 38})
  void noiseHasTheDeviationAskedFor(double deviation) {
    byte[] pixels = new byte[100_000];
    Arrays.fill(pixels, (byte) 128);
    new PixelNoise(deviation).add(pixels, RandomStream.of(1, "test"));
    double sum = 0;
    double squares = 0;
    for (byte pixel : pixels) {
      double difference = (pixel & 255) - 128;
      sum += difference;
      squares += difference * difference;
    }
    assertThat(sum / pixels.length).isBetween(-deviation / 50, deviation / 50);
    assertThat(Math.sqrt(squares / pixels.length)).isBetween(0.97 * deviation, 1.02 * deviation);
  }

  @Test
  void noiseNeverWrapsAround() {
    byte[] white = new byte[10_000];
    Arrays.fill(white, (byte) 255);
    new PixelNoise(20).add(white, RandomStream.of(2, "test"));
    for (byte pixel : white) {
      assertThat(pixel & 255).isGreaterThan(100);
    }
  }
}
