// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Intervals of time as keys, which Parquet holds as whole numbers of a unit: the same keys in every
 * format, or the text that is written.
 */
class DurationKeysTest {
  private static List<String> keys(String name) throws URISyntaxException {
    Path folder = Path.of(DurationKeysTest.class.getResource("/durations").toURI());
    List<String> keys = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve(name))) {
      int key = table.column(ColumnType.UTF8, "key");
      while (table.next()) {
        keys.add(table.findString(key).orElse("none"));
      }
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "ms", "us", "ns"})
  void parquetAndArrowGiveTheNumberOfUnits(String unit) throws URISyntaxException {
    assertThat(keys(unit + ".parquet"))
        .containsExactly("7", "none", "-3")
        .isEqualTo(keys(unit + ".arrow"));
  }

  @Test
  void textFilesGiveWhatTheirWriterWrote() throws URISyntaxException {
    assertThat(keys("pandas.csv")).containsExactly("0 days 00:00:07", "0 days 00:00:03");
    assertThat(keys("pandas.jsonl")).containsExactly("P0DT0H0M7S", "P0DT0H0M3S");
  }
}
