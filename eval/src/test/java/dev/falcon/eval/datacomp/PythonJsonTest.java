// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PythonJsonTest {
  /** Each line holds a double's bits and what Python 3's repr prints for it. */
  @Test
  void spellsDoublesAsPythonDoes() throws IOException {
    try (InputStream in = PythonJsonTest.class.getResourceAsStream("python_repr.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(text.lines().count()).isGreaterThan(150);
      text.lines()
          .forEach(
              line -> {
                double value = Double.longBitsToDouble(Long.parseUnsignedLong(line, 0, 16, 16));
                assertThat(PythonJson.number(value)).isEqualTo(line.substring(17));
              });
    }
  }

  @Test
  void separatesAndEscapesAsPythonDoes() {
    Map<String, Object> metrics = new LinkedHashMap<>();
    metrics.put("acc\u00e9", Double.NaN);
    metrics.put("none", null);
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("key", "a\"b\\c\n\u0001\u007f");
    object.put("metrics", metrics);
    assertThat(PythonJson.write(object))
        .isEqualTo(
            "{\"key\": \"a\\\"b\\\\c\\n\\u0001\u007f\", \"metrics\": "
                + "{\"acc\\u00e9\": NaN, \"none\": null}}");
  }
}
