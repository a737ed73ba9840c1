// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0.0 0.2 0.4 0.6 0.8 1.0",
    "0, 100, 0 20 40 60 80 100",
    "-1, 1, -1.0 -0.5 0.0 0.5 1.0",
    "0.3, 7.9, 2 4 6",
    "0, 0.001, 0.0000 0.0002 0.0004 0.0006 0.0008 0.0010",
    "2, 2, 2.0 2.2 2.4 2.6 2.8 3.0",
    "0, 4e-7, 0.0e+00 1.0e-07 2.0e-07 3.0e-07 4.0e-07"
  })
  void ticksAreRoundNumbersWithinTheEnds(double low, double high, String labels) {
    Axis axis = Axis.between("x", low, high);
    assertThat(String.join(" ", axis.ticks().stream().map(axis::label).toList())).isEqualTo(labels);
    assertThat(axis.low()).isEqualTo(low);
  }

  @Test
  void anAxisAroundValuesHoldsThemBetweenTicks() {
    Axis axis = Axis.around("x", List.of(0.13, Double.NaN, 2.7, 1.0));
    assertThat(axis.low()).isZero();
    assertThat(axis.high()).isCloseTo(3, within(1e-12));
    assertThat(axis.place(1.5)).isCloseTo(0.5, within(1e-12));
    assertThat(Axis.around("x", List.of(0.0, 10.0)).high()).isEqualTo(10);
  }

  @Test
  void equalValuesAndNoValuesHaveRoomAroundThem() {
    Axis equal = Axis.around("x", List.of(-4.0, -4.0));
    assertThat(equal.place(-4)).isCloseTo(0.5, within(1e-12));
    assertThat(Axis.around("x", List.of(0.0)).high()).isPositive();
    assertThat(Axis.around("x", List.of())).isEqualTo(Axis.between("x", 0, 1));
  }
}
