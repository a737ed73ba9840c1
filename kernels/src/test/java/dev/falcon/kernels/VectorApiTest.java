// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorApiTest {
  @ParameterizedTest
  @CsvSource({
    "'mixed mode, sharing', true",
    "mixed mode, true",
    "'mixed mode, emulated-client, sharing', false", // -XX:TieredStopAtLevel=1
    "interpreted mode, false"
  })
  void itIsUsedWhereTheOptimizingCompilerIs(String info, boolean used) {
    assertThat(VectorApi.isOptimized(info)).isEqualTo(used);
  }
}
