// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CropTest {
  private static final List<Double> SCALE = List.of(0.2, 1.0);
  private static final List<Double> RATIO = List.of(3 / 4.0, 4 / 3.0);

  @Test
  void areasAreUniformAndRatiosStayInRange() {
    RandomStream random = RandomStream.of(1, "crop");
    double sum = 0;
    int draws = 20_000;
    for (int i = 0; i < draws; i++) {
      Crop crop = Crop.draw(640, 480, List.of(0.2, 0.5), RATIO, random);
      assertThat(crop.x()).isBetween(0, 640 - crop.width());
      assertThat(crop.y()).isBetween(0, 480 - crop.height());
      assertThat(crop.width() / (double) crop.height()).isBetween(0.74, 1.35);
      sum += crop.width() * (double) crop.height() / (640 * 480);
    }
    assertThat(sum / draws).isCloseTo(0.35, Offset.offset(0.003));
  }

  @Test
  void everyPlaceIsReached() {
    RandomStream random = RandomStream.of(1, "crop");
    boolean[] columns = new boolean[10];
    for (int i = 0; i < 2000; i++) {
      Crop crop = Crop.draw(10, 10, List.of(0.01, 0.01), List.of(1.0, 1.0), random);
      assertThat(crop).isEqualTo(new Crop(crop.x(), crop.y(), 1, 1));
      columns[crop.x()] = true;
    }
    assertThat(columns).doesNotContain(false);
  }

  /** No part of a fifth of this strip has an allowed ratio, so its middle is taken. */
  @Test
  void aStripGivesItsMiddle() {
    RandomStream random = RandomStream.of(1, "crop");
    assertThat(Crop.draw(1000, 12, SCALE, RATIO, random)).isEqualTo(new Crop(492, 0, 16, 12));
    assertThat(Crop.draw(12, 1000, SCALE, RATIO, random)).isEqualTo(new Crop(0, 492, 12, 16));
  }
}
