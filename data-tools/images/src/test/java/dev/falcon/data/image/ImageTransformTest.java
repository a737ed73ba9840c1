// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImageTransformTest {
  private static final List<Float> ZERO = List.of(0f, 0f, 0f);
  private static final List<Float> ONE = List.of(1f, 1f, 1f);

  @Test
  void roundsTheLongerSideDown() {
    Resize shortest = new Resize.ShortestEdge(224);
    assertThat(shortest.target(640, 480)).isEqualTo(new Resize.Size(298, 224));
    assertThat(shortest.target(480, 640)).isEqualTo(new Resize.Size(224, 298));
    assertThat(shortest.target(100, 100)).isEqualTo(new Resize.Size(224, 224));
  }

  @Test
  void roundsTheShorterSideOfALongestEdgeHalfToEven() {
    Resize longest = new Resize.LongestEdge(10, 10);
    assertThat(longest.target(20, 9)).isEqualTo(new Resize.Size(10, 4));
    assertThat(longest.target(20, 11)).isEqualTo(new Resize.Size(10, 6));
    assertThat(longest.target(1000, 1)).isEqualTo(new Resize.Size(10, 1));
  }

  @Test
  void placesOddCropsAsEachLibraryDoes() {
    CenterCrop even = new CenterCrop(4, 4, CenterCrop.Placement.HALF_TO_EVEN);
    assertThat(even.begin(7, 4)).isEqualTo(2);
    assertThat(even.begin(5, 4)).isEqualTo(0);
    assertThat(even.begin(1, 4)).isEqualTo(-1);
    CenterCrop down = new CenterCrop(4, 4, CenterCrop.Placement.DOWN);
    assertThat(down.begin(7, 4)).isEqualTo(1);
    assertThat(down.begin(5, 4)).isEqualTo(0);
    assertThat(down.begin(1, 4)).isEqualTo(-2);
  }

  @Test
  void givesTheSameFloatByDivisionAndByTheUsualFactor() {
    Rescale multiply = new Rescale.Multiply(1 / 255.0);
    for (int value = 0; value < 256; value++) {
      assertThat(multiply.apply(value)).isEqualTo(Rescale.DIVIDE_BY_255.apply(value));
    }
    assertThat(Rescale.DIVIDE_BY_255.apply(51)).isEqualTo(0.2f);
    assertThat(new Rescale.Multiply(1 / 127.5).apply(255)).isEqualTo(2f);
  }

  @Test
  void padsALongPictureInItsMiddle() {
    byte[] row = new byte[3 * 4];
    Arrays.fill(row, (byte) 200);
    Raster frame = new Preprocessor(padded(0x010203)).frame(Raster.rgb(4, 1, row));
    byte[] bytes = frame.toBytes();
    byte[] padding = {1, 2, 3};
    for (int y = 0; y < 4; y++) {
      byte[] first = Arrays.copyOfRange(bytes, 12 * y, 12 * y + 3);
      assertThat(first).isEqualTo(y == 1 ? Arrays.copyOf(row, 3) : padding);
    }
  }

  @Test
  void putsTheRedPlaneFirst() {
    ImageTransform transform =
        new ImageTransform(
            ConvertOrder.RGB_THEN_RESIZE,
            new Resize.Squash(1, 2),
            ResampleFilter.BICUBIC,
            Optional.empty(),
            0,
            new Rescale.Multiply(1),
            List.of(1f, 2f, 3f),
            List.of(1f, 2f, 4f));
    FloatBuffer out = FloatBuffer.allocate(6);
    new Preprocessor(transform).apply(Raster.rgb(2, 1, new byte[] {1, 2, 3, 11, 22, 43}), out, 0);
    assertThat(out.array()).containsExactly(0f, 10f, 0f, 10f, 0f, 10f);
  }

  @Test
  void refusesATransformThatFixesNoSize() {
    assertThatThrownBy(
            () ->
                new ImageTransform(
                    ConvertOrder.RGB_THEN_RESIZE,
                    new Resize.ShortestEdge(8),
                    ResampleFilter.BICUBIC,
                    Optional.empty(),
                    0,
                    Rescale.DIVIDE_BY_255,
                    ZERO,
                    ONE))
        .hasMessage(
            "ShortestEdge[size=8] without a crop gives every picture its own size; a model needs"
                + " one size");
  }

  private static ImageTransform padded(int colour) {
    return new ImageTransform(
        ConvertOrder.RGB_THEN_RESIZE,
        new Resize.LongestEdge(4, 4),
        ResampleFilter.BICUBIC,
        Optional.empty(),
        colour,
        Rescale.DIVIDE_BY_255,
        ZERO,
        ONE);
  }
}
