// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever texts a table holds, its CSV gives them back. */
class CsvRoundTripTest {
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("first", ColumnType.UTF8),
          TableSchema.required("second", ColumnType.UTF8));

  @Property(tries = 200, seed = "1")
  void readsWhatWasWritten(@ForAll("rows") List<List<String>> rows) throws IOException {
    Path folder = Files.createTempDirectory("table");
    Path file = folder.resolve("table.csv");
    try {
      try (TableWriter table = TableWriter.create(file, TableFormat.CSV, SCHEMA, Map.of())) {
        for (List<String> row : rows) {
          table.setString(0, row.get(0));
          table.setString(1, row.get(1));
          table.endRow();
        }
        table.commit();
      }
      List<List<String>> found = new ArrayList<>();
      try (CsvRecords records = new CsvRecords(file, ',')) {
        assertThat(records.next()).hasValue(List.of("first", "second"));
        for (Optional<List<String>> record = records.next();
            record.isPresent();
            record = records.next()) {
          found.add(record.get().stream().map(CsvText::unguarded).toList());
        }
      }
      assertThat(found).isEqualTo(rows);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  @Property(seed = "1")
  void aGuardedTextComesBackAndBeginsNoFormula(@ForAll("texts") String text) {
    String guarded = CsvText.guarded(text);
    assertThat(CsvText.unguarded(guarded)).isEqualTo(text);
    assertThat(guarded.isEmpty() || "=+-@\t\r".indexOf(guarded.charAt(0)) < 0).isTrue();
  }

  @Provide
  Arbitrary<List<List<String>>> rows() {
    return texts().array(String[].class).ofSize(2).map(Arrays::asList).list().ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("a ,\"'=+-@;\t\r\n\u00e9\u4e2d").ofMaxLength(8);
  }
}
