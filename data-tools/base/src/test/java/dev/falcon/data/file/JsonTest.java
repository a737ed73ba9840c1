// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
  @TempDir private Path folder;

  private record Numbers(double known, double unknown, Double absent) {}

  private record Later(double known, double added) {}

  @Test
  void nanIsWrittenAsNullAndReadBack() {
    Path file = folder.resolve("numbers.json");
    Numbers numbers = new Numbers(0.1, Double.NaN, null);
    Json.write(file, numbers);

    assertThat(Json.line(numbers)).isEqualTo("{\"known\":0.1,\"unknown\":null,\"absent\":null}");
    assertThat(Json.read(file, Numbers.class)).isEqualTo(numbers);
    assertThat(Json.line(Double.POSITIVE_INFINITY)).isEqualTo("null");
    assertThat(Json.read(file, Later.class)).isEqualTo(new Later(0.1, 0));
  }
}
