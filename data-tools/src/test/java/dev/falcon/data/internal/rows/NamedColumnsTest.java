package dev.falcon.data.internal.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
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

/** Columns that the user names and that no row has, in every layout of rows. */
class NamedColumnsTest {
  private static final List<String> NOPE = List.of("nope");

  @TempDir private Path folder;

  private static void refuses(Path data, ColumnNames columns, String message) {
    assertThatThrownBy(
            () -> SampleSources.open(data.toString(), SourceOptions.DEFAULTS.withColumns(columns)))
        .isInstanceOf(RequestException.class)
        .hasMessage(data + ": no row has a column " + message);
  }

  private static void refusesEveryPart(Path data, String columns) {
    String message = "'nope'; the columns are " + columns;
    refuses(data, ColumnNames.COMMON.withKey(NOPE), message);
    refuses(data, ColumnNames.COMMON.withCaption(NOPE), message);
    refuses(data, ColumnNames.COMMON.withImage(NOPE), message);
    refuses(data, ColumnNames.COMMON.withImageId(NOPE), message);
    refuses(data, ColumnNames.COMMON.withLabel(NOPE), message);
    refuses(data, ColumnNames.COMMON.withAnchor(NOPE), message);
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
        "'groups' or 'set'; the columns are caption, group, key, page");
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
    Path files =
        Path.of(
            NamedColumnsTest.class.getResource("/dev/falcon/data/internal/source/hive").toURI());
    refusesEveryPart(files, "answer, id, lang, query");
  }
}
