// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvRecordsTest {
  @TempDir private Path folder;

  private List<List<String>> read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), text);
    List<List<String>> records = new ArrayList<>();
    try (CsvRecords reader = new CsvRecords(file, ',')) {
      for (Optional<List<String>> record = reader.next();
          record.isPresent();
          record = reader.next()) {
        records.add(record.get());
      }
    }
    return records;
  }

  @Test
  void quotesMarksAndLineEndsAreReadAsUsualReadersDo() throws IOException {
    assertThat(read("\uFEFF\"a\",b\r\n\"x, \"\"y\"\"\r\nz\",\r\n\n\"\",1\rq\n\"v\"w,2"))
        .containsExactly(
            List.of("a", "b"),
            Arrays.asList("x, \"y\"\r\nz", null),
            List.of("", "1\rq"),
            List.of("vw", "2"));
  }

  @Test
  void anEmptyLineIsARowOfATableOfOneColumnAlone() throws IOException {
    assertThat(read("a\n\nb\n"))
        .containsExactly(List.of("a"), Arrays.asList((String) null), List.of("b"));
    assertThat(read("a,b\n\nc,d\n")).containsExactly(List.of("a", "b"), List.of("c", "d"));
  }

  @Test
  void namesTheLineThatCannotBeRead() {
    assertThatThrownBy(() -> read("a,b\nc,\"d\n\n"))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith("line 2: a quote in the record at byte 4 does not close");
  }

  /** As Spark 4.2 writes a caption that is one quote. */
  @Test
  void namesTheWriterOfAQuoteBehindABackslash() {
    assertThatThrownBy(() -> read("a,b\n8,\"\\\"\"\n9,x\n"))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith(
            "line 2: a quote in the record at byte 4 does not close; a quote within it must be"
                + " doubled, and is written as \\\", as Spark does unless its option escape is a"
                + " quote");
  }

  /** The same rules, where rows are samples. */
  @Test
  void aDatasetIsReadByTheSameRules() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("b.csv"), "\uFEFF\"key\",caption\r\n\n\"k\",\"x, \"\"y\"\"\"\n");
    List<Sample> samples = new ArrayList<>();
    SampleSources.open(file.toString()).forEach(samples::add, reject -> samples.clear());
    assertThat(samples).extracting(Sample::key).containsExactly("k");
    assertThat(samples.get(0).captions()).containsExactly("x, \"y\"");
  }
}
