// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Scanner;
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

  /** At these, Python's {@code splitlines} and Java's {@code Scanner} would end the line. */
  @Test
  void everyCharacterThatEndsALineIsEscaped() {
    String text = "a\u0085b\u2028c\u2029d\ne\u00e9\ud83d\udc36";
    String line = Json.line(text);

    assertThat(line).isEqualTo("\"a\\u0085b\\u2028c\\u2029d\\ne\u00e9\ud83d\udc36\"");
    assertThat(new Scanner(line).nextLine()).isEqualTo(line);
    assertThat(Json.parse(folder, line).textValue()).isEqualTo(text);
  }
}
