// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.data.Rows;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that the user names and that no row or sample has, in every layout. */
class NamedColumnsTest {
  private static final List<String> NOPE = List.of("nope");

  @TempDir private Path folder;

  private static void refuses(Path data, ColumnNames columns, String message) {
    assertThatThrownBy(
            () -> SampleSources.open(data.toString(), SourceOptions.DEFAULTS.withColumns(columns)))
        .isInstanceOf(RequestException.class)
        .hasMessage(data + ": " + message);
  }

  private static void refusesEveryPart(Path data, String columns) {
    String message = "no row has a column 'nope'; the columns are " + columns;
    refuses(data, ColumnNames.COMMON.withKey(NOPE), message);
    refuses(data, ColumnNames.COMMON.withAnchor(NOPE), message);
    refusesEachPart(data, message);
  }

  private static void refusesEachPart(Path data, String message) {
    refuses(data, ColumnNames.COMMON.withCaption(NOPE), message);
    refuses(data, ColumnNames.COMMON.withImage(NOPE), message);
    refuses(data, ColumnNames.COMMON.withImageId(NOPE), message);
    refuses(data, ColumnNames.COMMON.withLabel(NOPE), message);
    refuses(data, ColumnNames.COMMON.withPositiveImage(NOPE), message);
  }

  @Test
  void rowsOfTextFilesAreSearched() throws IOException {
    Path lines = folder.resolve("rows.jsonl");
    Files.writeString(
        lines,
        """
        {"key": "a", "caption": "one"}
        {"key": "b", "caption": "two", "page": null}
        {"key": "c", "caption": "three", "group": "g"}
        broken
        """);
    refusesEveryPart(lines, "caption, group, key, page");
    refuses(
        lines,
        ColumnNames.COMMON.withImageId(List.of("groups", "set")),
        "no row has a column 'groups' or 'set'; the columns are caption, group, key, page");
    ColumnNames late = ColumnNames.COMMON.withImageId(List.of("nope", "group"));
    assertThat(
            SampleSources.open(lines.toString(), SourceOptions.DEFAULTS.withColumns(late)).shards())
        .isEqualTo(1);

    Path table = Files.writeString(folder.resolve("rows.csv"), "key,caption\na,one\n");
    refusesEveryPart(table, "caption, key");
    Path pairs = Files.writeString(folder.resolve("pairs.jsonl"), "[\"q\", \"a\"]\n");
    ColumnNames named = ColumnNames.COMMON.withAnchor(List.of("ask"));
    assertThat(
            SampleSources.open(pairs.toString(), SourceOptions.DEFAULTS.withColumns(named))
                .shards())
        .isEqualTo(1);
  }

  @Test
  void columnsOfParquetFilesAreSearched() throws URISyntaxException {
    Path files = Path.of(NamedColumnsTest.class.getResource("hive").toURI());
    refusesEveryPart(files, "answer, id, lang, query");
  }

  @Test
  void filesAndFieldsOfTarsAreSearched() throws IOException {
    Path tar = folder.resolve("a.tar");
    try (TarWriter writer = new TarWriter(tar)) {
      writer.write("1.jpg", new byte[] {1});
      writer.write("1.positive.png", new byte[] {2});
      writer.write("2.jpg", new byte[] {1});
      writer.write("2.json", "{\"alt\": \"a\"}".getBytes(UTF_8));
      writer.write("3.json", new byte[] {'{'}); // rejected
    }
    refusesEachPart(
        tar,
        "no sample has a file or a field 'nope'; there are alt, jpg, json, positive, positive.png");
    ColumnNames there = ColumnNames.COMMON.withCaption(List.of("alt"));
    assertThat(read(tar, there).samples()).hasSize(2);
    ColumnNames pair = ColumnNames.COMMON.withPositiveImage(List.of("positive"));
    assertThat(read(tar, pair).samples().get(0).positiveImage()).isPresent();
  }

  @Test
  void filesAndFieldsOfFoldersAreSearched() throws IOException {
    Files.write(folder.resolve("1.jpg"), new byte[] {1});
    Files.writeString(folder.resolve("1.txt"), "a");
    refusesEachPart(folder, "no sample has a file or a field 'nope'; there are jpg, txt");
  }

  @Test
  void whereEverySampleIsRejectedTheReasonIsTheirs() throws IOException {
    Files.write(folder.resolve("1.jpg"), new byte[] {1});
    Files.writeString(folder.resolve("1.cls"), "no number");
    assertThat(read(folder, ColumnNames.COMMON.withLabel(List.of("cls"))).reasons())
        .containsExactly("the label 'no number' is not a whole number");
  }

  private static Rows read(Path data, ColumnNames columns) {
    return Rows.of(
        SampleSources.open(data.toString(), SourceOptions.DEFAULTS.withColumns(columns)));
  }
}
