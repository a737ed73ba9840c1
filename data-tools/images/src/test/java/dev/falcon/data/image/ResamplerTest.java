// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResamplerTest {
  private static final List<ResampleFilter> FILTERS = List.of(ResampleFilter.values());

  private final RandomStream random = RandomStream.of(3, "resampler");
  private final Resampler resampler = new Resampler();

  @Test
  void computesOfACropWhatAWholeResizeHasThere() {
    for (PixelMode mode : PixelMode.values()) {
      for (int i = 0; i < 60; i++) {
        Raster source = noise(mode, 1 + random.nextInt(130), 1 + random.nextInt(130));
        ResampleFilter filter = FILTERS.get(random.nextInt(FILTERS.size()));
        int width = 1 + random.nextInt(90);
        int height = 1 + random.nextInt(90);
        int keepWidth = 1 + random.nextInt(width);
        int keepHeight = 1 + random.nextInt(height);
        int x = random.nextInt(width - keepWidth + 1);
        int y = random.nextInt(height - keepHeight + 1);

        Raster whole = new Resampler().resize(source, width, height, filter);
        Raster kept = resampler.resize(source, width, height, filter, x, y, keepWidth, keepHeight);

        assertThat(kept.toBytes())
            .as(mode + " " + filter)
            .isEqualTo(whole.crop(x, y, keepWidth, keepHeight).toBytes());
      }
    }
  }

  @Test
  void mixesNothingFromOutsideIntoAResizedCrop() {
    Raster source = noise(PixelMode.RGB, 60, 50);
    byte[] copy = source.crop(7, 9, 31, 23).toBytes();

    Raster resized = resampler.resizeCrop(source, 7, 9, 31, 23, 16, 12, ResampleFilter.BICUBIC);

    assertThat(resized.toBytes())
        .isEqualTo(
            resampler.resize(Raster.rgb(31, 23, copy), 16, 12, ResampleFilter.BICUBIC).toBytes());
  }

  @Test
  void leavesAPictureOfTheRightSizeAlone() {
    Raster source = noise(PixelMode.RGB, 20, 10);
    assertThat(resampler.resize(source, 20, 10, ResampleFilter.LANCZOS).toBytes())
        .isEqualTo(source.toBytes());
  }

  private Raster noise(PixelMode mode, int width, int height) {
    byte[] samples = new byte[width * height * mode.bytesPerPixel()];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (byte) random.nextInt(256);
    }
    return mode == PixelMode.PALETTE
        ? Raster.indexed(width, height, samples, new byte[3 * 256])
        : Raster.of(mode, width, height, samples);
  }
}
