// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.PairFile;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are null, columns that some files lack, and others that are not what they seem. */
class KeysOfOtherToolsTest {
  private static final String NO_KEY = "its key is null or empty; every row must have one";

  @TempDir private Path folder;

  private static Path of(String name) {
    try {
      return Path.of(
          KeysOfOtherToolsTest.class.getResource("/keys-of-other-tools/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pandas-store.parquet", "polars-store.arrow"})
  void aRowOfAStoreWithoutAKeyIsRejectedAndTakesNoOtherOnesPlace(String name) {
    EmbeddingStore store = EmbeddingStore.open(of(name));
    StoreReport report = StoreCheck.run(store, Progress.NONE);
    assertThat(report.rejectedRows()).containsExactly(2L, 5L);
    assertThat(report.rejects())
        .extracting(Reject::key, Reject::reason)
        .containsExactly(tuple("2", NO_KEY), tuple("5", NO_KEY));
    assertThat(store.key(4)).isEqualTo("2");
    StoreShard shard = StoreShard.open(layout(name), List.of(of(name)), 10, 1);
    assertThat(LongStream.range(0, 6).filter(shard::hasKey)).containsExactly(0L, 1L, 3L, 4L);
    assertThat(shard.key(2)).isEqualTo("12");
  }

  private static StoreLayout layout(String name) {
    return name.endsWith("parquet") ? StoreLayout.PARQUET : StoreLayout.ARROW;
  }

  @ParameterizedTest
  @CsvSource({
    "pandas-pairs.parquet, a pa|1 pd, 000000001|000000002",
    "pandas-pairs.csv, a pa|1 pd, 000000001|000000002",
    "pandas-pairs.jsonl, a pa|1 pd, 000000001|000000002",
    "polars-pairs.arrow, a pa|1 pd, 000000001|000000002",
    "hive, a pa, 00000-000000000"
  })
  void aRowOfADataSetWithoutAKeyIsRejected(String name, String kept, String rejected) {
    List<Reject> rejects = new ArrayList<>();
    assertThat(rows(SampleSources.open(of(name).toString()), rejects))
        .containsExactly(kept.split("\\|"));
    assertThat(rejects).extracting(Reject::reason).containsOnly(NO_KEY);
    assertThat(rejects).extracting(Reject::key).containsExactly(rejected.split("\\|"));
  }

  private static List<String> rows(SampleSource source, List<Reject> rejects) {
    List<String> rows = new ArrayList<>();
    for (int shard = 0; shard < source.shards(); shard++) {
      try (SampleReader reader = source.open(shard, rejects::add)) {
        while (reader.hasNext()) {
          Sample sample = reader.next();
          rows.add(sample.key() + ' ' + sample.captions().get(0));
        }
      }
    }
    return rows;
  }

  @Test
  void jsonRowsThatAreNotNamedAsTheFirstAreRejected() throws IOException {
    Path file = folder.resolve("rows.jsonl");
    Files.writeString(
        file,
        """
        {"id": 18446744073709551615, "caption": "one"}
        {"caption": "two"}
        {"id": 1.0, "caption": "three"}
        {"id": {"$oid": "64a"}, "caption": "four"}
        {"id": true, "caption": "five"}
        {"id": NaN, "caption": "six"}
        """);
    List<Reject> rejects = new ArrayList<>();
    assertThat(rows(SampleSources.open(file.toString()), rejects))
        .containsExactly("18446744073709551615 one");
    assertThat(rejects)
        .extracting(Reject::reason)
        .containsExactly(
            "has no key, and the first row has one",
            "its key must be a text or a whole number: 1.0",
            "its key must be a text or a whole number: {\"$oid\":\"64a\"}",
            "its key must be a text or a whole number: true",
            NO_KEY);
    Files.writeString(file, "{\"caption\": \"one\"}\n{\"id\": 7, \"caption\": \"two\"}\n");
    rejects.clear();
    assertThat(rows(SampleSources.open(file.toString()), rejects)).containsExactly("000000000 one");
    assertThat(rejects)
        .extracting(Reject::key, Reject::reason)
        .containsExactly(tuple("7", "has a key, and the first row has none"));
  }

  @Test
  void filesOfAStoreHaveTheSameColumns() {
    EmbeddingStore store = EmbeddingStore.open(of("shards-with-key"));
    assertThat(LongStream.range(0, store.rows()).mapToObj(store::key))
        .containsExactly("k0", "k1", "k2", "k3", "k4", "k5");
    assertRefused(
        () -> EmbeddingStore.open(of("shards-without-key")),
        of("shards-without-key/c.parquet") + ": has no column of keys, and ");
    assertRefused(
        () -> EmbeddingStore.open(of("shards-more")),
        of("shards-more/a.parquet") + ": has no column of captions, and ");
  }

  @Test
  void filesOfADataSetHaveKeysOrNone() {
    assertRefused(
        () -> rows(SampleSources.open(of("files-without-key").toString()), new ArrayList<>()),
        of("files-without-key/b.parquet") + ": has no column of keys, and ");
  }

  @Test
  void aStoreWhoseKeysAreNotReadSaysSo() {
    EmbeddingStore store = EmbeddingStore.open(of("pandas-index-store.parquet"));
    assertThat(store.key(1)).isEqualTo("1");
    assertThat(store.numberedNote())
        .hasValue(
            "warning: "
                + of("pandas-index-store.parquet")
                + ": rows are named by their numbers, since no column is called key; not read:"
                + " __index_level_0__");
    assertThat(EmbeddingStore.open(of("pandas-store.parquet")).numberedNote()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"pandas-index-pairs.parquet, __index_level_0__", "pandas-index-pairs.csv, ''"})
  void aDataSetWhoseKeysMayBeInAnotherColumnSaysSo(String name, String column) {
    SampleSource source = SampleSources.open(of(name).toString());
    assertThat(rows(source, new ArrayList<>())).containsExactly("000000000 pa", "000000001 pb");
    assertThat(source.notes())
        .extracting(DataNote::text)
        .containsExactly(
            "2 rows named by their numbers, first '000000000', which has 'a' in column '"
                + column
                + "': if that column holds the keys, name the column of keys");
  }

  @Test
  void otherSpellingsOfAKeyAreNotedAndNumbersOfRowsAreNot() throws IOException {
    Path file = folder.resolve("rows.jsonl");
    Files.writeString(file, "{\"ID\": \"a\", \"caption\": \"one\"}\n");
    SampleSource source = SampleSources.open(file.toString());
    rows(source, new ArrayList<>());
    assertThat(source.notes()).extracting(DataNote::kind).containsExactly(DataNote.Kind.NUMBERED);
    Files.writeString(file, "{\"index\": 0, \"caption\": \"one\"}\n");
    SampleSource numbered = SampleSources.open(file.toString());
    rows(numbered, new ArrayList<>());
    assertThat(numbered.notes()).isEmpty();
  }

  @Test
  void halvesOfCharactersAreRejectedAndRefused() throws IOException {
    Path file = folder.resolve("rows.jsonl");
    Files.writeString(
        file,
        """
        {"id": "a", "caption": "whole \\ud83d\\ude00"}
        {"id": "b", "caption": "half \\ud83d"}
        {"id": "c\\ude00", "caption": "key"}
        {"id": "d", "tags": [{"half\\ud83d": 1}], "caption": "name"}
        """);
    List<Reject> rejects = new ArrayList<>();
    assertThat(rows(SampleSources.open(file.toString()), rejects))
        .containsExactly("a whole \ud83d\ude00");
    assertThat(rejects)
        .extracting(Reject::reason)
        .containsOnly(
            "the row holds half of a surrogate pair, such as \\ud83d alone, which is no character")
        .hasSize(3);
    Files.writeString(file, "{\"query_id\": \"q\\ud83d\", \"corpus_id\": \"d\"}\n");
    assertRefused(() -> pairs(file), file + ": row 0 holds half of a surrogate pair");
  }

  @ParameterizedTest
  @CsvSource({
    "'query_id,corpus_id\nq,\n', csv, row 0 has no value in column 'corpus_id'",
    "'q\t\t1\n', tsv, 'line 1: its second key is empty'",
    "'{\"query_id\": \"\", \"corpus_id\": \"d\"}', jsonl, 'row 0: its first key is empty'"
  })
  void pairsWithoutAKeyAreRefused(String text, String type, String message) throws IOException {
    Path file = folder.resolve("pairs." + type);
    Files.writeString(file, text);
    assertRefused(() -> pairs(file), message);
  }

  @ParameterizedTest
  @CsvSource({
    "pyarrow-two-keys.parquet, column 'key' holds values of two columns of this name",
    "pyarrow-anchors.parquet, has vectors in 'anchor_embedding' and in 'text_embedding'",
    "pyarrow-bfloat16-unit.parquet, bytes that seem to be bfloat16",
    "pyarrow-bfloat16-long.parquet, bytes that seem to be bfloat16"
  })
  void storesThatAreNotWhatTheySeemAreRefused(String name, String message) {
    assertRefused(() -> EmbeddingStore.openAnySide(of(name)), message);
  }

  @Test
  void aDataSetWithTwoColumnsOfOneNameIsRefused() throws IOException {
    String name = of("pyarrow-two-positives.parquet").toString();
    assertRefused(
        () -> rows(SampleSources.open(name), new ArrayList<>()),
        name + ": has two columns 'positive'; each must have a name of its own");
    Path csv = folder.resolve("two.csv");
    Files.writeString(csv, "id,caption,,\nshort\na,one,,\n");
    List<Reject> rejects = new ArrayList<>();
    assertThat(rows(SampleSources.open(csv.toString()), rejects)).containsExactly("a one");
    assertThat(rejects).hasSize(1);
    Files.writeString(csv, "id,caption,,,caption\na,one,,,two\n");
    assertRefused(
        () -> rows(SampleSources.open(csv.toString()), new ArrayList<>()),
        csv + ": has two columns 'caption'");
  }

  @Test
  void levelsThatDoNotExistAreReadWhateverTheyAreCalled() {
    List<Reject> rejects = new ArrayList<>();
    Path file = of("plain-levels.parquet");
    assertThat(rows(SampleSources.open(file.toString()), rejects))
        .containsExactly("k0 one", "k1 two");
    assertThat(rejects).isEmpty();
    try (TableReader table = TableReader.open(file)) {
      int caption = table.column(ColumnType.UTF8, "caption");
      assertThat(table.next()).isTrue();
      assertThat(table.getString(caption)).isEqualTo("one");
    }
  }

  @Test
  void streamsAndCellsBetweenBarsAreRead() {
    EmbeddingStore store = EmbeddingStore.open(of("pyarrow-store.arrows"));
    assertThat(store.key(5)).isEqualTo("k5");
    assertThat(rows(SampleSources.open(of("duckdb-bar.csv").toString()), new ArrayList<>()))
        .containsExactly("a p;1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"judged", "judged-hub", "python-judged.jsonl"})
  void foldersOfPartsAndNumbersThatAreNoneAreReadAsPairs(String name) {
    List<String> pairs = new ArrayList<>();
    PairFile.read(
        of(name),
        (query, document, score, where) -> pairs.add(query + ' ' + document + ' ' + score));
    assertThat(pairs).containsExactly("q0 d0 1.0", "q0 d1 2.0", "q1 d2 0.0");
  }

  @Test
  void tablesOfPairsWithoutAValueOrOfOtherFilesAreRefused() throws IOException {
    Path lines = folder.resolve("pairs.jsonl");
    Files.writeString(lines, "{\"query_id\": \"q\", \"corpus_id\": \"d\", \"score\": NaN}\n");
    assertRefused(() -> pairs(lines), lines + ": row 0 has no value in column 'score'");
    Path csv = folder.resolve("pairs.csv");
    Files.writeString(csv, ",,query_id,corpus_id,,\n,,q,d,,\n");
    pairs(csv);
    Files.writeString(csv, "query_id,query_id,,,corpus_id\nq,r,,,d\n");
    assertRefused(
        () -> pairs(csv), csv + ": has two columns 'query_id'; each must have a name of its own");
    assertRefused(() -> pairs(folder), folder + ": is no table: it has no plan.json");
    assertRefused(() -> pairs(of("judged-splits")), "the files belong to 2 splits: test, train");
  }

  private static void pairs(Path file) {
    PairFile.read(file, (query, document, score, where) -> {});
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessageContaining(message);
  }
}
