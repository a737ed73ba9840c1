// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTextTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=HYPERLINK(\"http://a\",\"b\")",
        "+1",
        "-1+cmd|' /C calc'!A0",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "'=1",
        "''+2",
        "'",
        "''",
        "'a",
        "plain",
        "",
        "a=b",
        "'-",
        "–"
      })
  void noTextIsAFormulaAndAllComeBack(String text) {
    String field = CsvText.guarded(text);

    assertThat(field).doesNotMatch("(?s)^[=+\\-@\t\r].*");
    assertThat(CsvText.unguarded(field)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "nan, NaN",
    "NAN, NaN",
    "-nan, NaN",
    "inf, Infinity",
    "-inf, -Infinity",
    "+Inf, +Infinity",
    "Infinity, Infinity",
    "-infinity, -Infinity",
    "1e-3, 1e-3"
  })
  void numbersAreReadAsPythonWritesThem(String text, String number) {
    assertThat(CsvText.number(text)).isEqualTo(Double.valueOf(number));
    assertThat(CsvText.single(text)).isEqualTo(Float.valueOf(number));
    assertThatThrownBy(() -> CsvText.number(text + "y")).isInstanceOf(NumberFormatException.class);
  }

  @Test
  void tablesOfTextsAndBytesKeepThem() throws IOException {
    List<String> texts = List.of("=1+1", "-key", "'@x", "line\nfeed", "plain");
    byte[] bytes = {(byte) 0xf8, 1, 2}; // Base64 begins with a plus
    TableSchema schema =
        TableSchema.of(
            TableSchema.required("text", ColumnType.UTF8),
            TableSchema.required("bytes", ColumnType.BINARY));
    Path file = folder.resolve("texts.csv");
    try (TableWriter table = TableWriter.create(file, TableFormat.CSV, schema, Map.of())) {
      texts.forEach(text -> table.setString(0, text).setBytes(1, bytes).endRow());
      table.commit();
    }

    assertThat(Files.readString(file, StandardCharsets.UTF_8))
        .contains("'=1+1,'+", "'-key,", "''@x,")
        .doesNotContainPattern("(?m)^[=+@-]");
    try (TableReader table = TableReader.open(file)) {
      int text = table.column(ColumnType.UTF8, "text");
      int data = table.column(ColumnType.BINARY, "bytes");
      for (String expected : texts) {
        assertThat(table.next()).isTrue();
        assertThat(table.getString(text)).isEqualTo(expected);
        assertThat(table.getBytes(data)).isEqualTo(bytes);
      }
    }
  }
}
