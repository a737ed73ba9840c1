// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Rows;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.ListedTexts;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and folders that pandas, datasets, polars, pyarrow and Python wrote, by make.py there. */
class LayoutsOfOtherToolsTest {
  @TempDir private Path folder;

  private static Path of(String name) {
    try {
      return Path.of(LayoutsOfOtherToolsTest.class.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Rows read(String name) {
    return Rows.of(of(name).toString());
  }

  @Test
  void splitsOfOneFolderAreNamedAndRefused() {
    assertThatThrownBy(() -> read("splits"))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(
            "splits: the files belong to 3 splits: test, train, validation; name one: '"
                + of("splits")
                + "/train-*.parquet'");
    Rows train = read("splits/train-00000-of-00001.parquet");
    assertThat(train.keys()).containsExactly("train-0", "train-1", "train-2", "train-3");
    assertThat(Rows.of(of("splits") + "/train-*.parquet").samples()).isEqualTo(train.samples());
    assertThat(Rows.of(of("splits") + "/*.parquet").samples()).hasSize(9);
  }

  @ParameterizedTest
  @CsvSource({
    "train.tar,test.tar,train.tar",
    "train-0.tar,val-0.tar,train-*.tar",
    "cc_train_1.tar,cc_train_2.tar,",
    "training.tgz,validation.tgz,training.tgz",
    "dev.1.tar,test.1.tar,dev.*.tar",
    "retrain.tar,test.tar,",
    "a.tar,b.tar,"
  })
  void splitsAreRecognisedByWholeWords(String a, String b, String refused) throws IOException {
    Files.copy(of("lines.tar"), folder.resolve(a));
    Files.copy(of("lines.tar"), folder.resolve(b));
    if (refused == null) {
      assertThat(SampleSources.open(folder.toString()).shards()).isEqualTo(2);
    } else {
      assertThatThrownBy(() -> SampleSources.open(folder.toString()))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("2 splits")
          .hasMessageEndingWith("name one: '" + folder.resolve(refused) + "'");
    }
  }

  @Test
  void foldersNamedAfterSplitsAreRefusedToo() throws IOException {
    for (String split : List.of("train", "test")) {
      Path own = Files.createDirectory(folder.resolve(split));
      Files.copy(of("null-captions.parquet"), own.resolve("part-0.parquet"));
    }
    assertThatThrownBy(() -> SampleSources.open(folder.toString()))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("2 splits: test, train; name one: '" + folder.resolve("train") + "'");
  }

  @Test
  void foldersOfPartitionsAreOneDataset() {
    Rows rows = read("hive");
    assertThat(rows.keys()).containsExactly("de-0", "de-1", "en-0", "en-1");
    assertThat(rows.samples().get(0).metadata()).containsEntry("lang", "de");
    assertThat(rows.samples().get(3).metadata()).containsEntry("lang", "en");
  }

  @Test
  void aFolderWithoutImagesNamesWhatItHolds() throws IOException {
    Files.createDirectory(folder.resolve("sub"));
    Files.writeString(folder.resolve("a.jsonl"), "{}");
    assertThatThrownBy(() -> Rows.of(folder.toString()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no images")
        .hasMessageEndingWith("name one of what it holds: a.jsonl, sub/");
  }

  @Test
  void theTableOfAnImageFolderGivesItsCaptions() throws IOException {
    Rows rows = read("imagefolder");
    assertThat(rows.samples()).hasSize(3).allMatch(Sample::hasImage);
    assertThat(rows.samples().get(1).captions()).containsExactly("caption 1");
    for (String name : List.of("0.png", "1.png", "2.png")) {
      Files.copy(of("imagefolder/" + name), folder.resolve(name));
    }
    Files.writeString(
        folder.resolve("metadata.csv"), "file_name,text\n0.png,caption 0\n1.png,caption 1\n");
    assertThat(Rows.of(folder.toString()).samples()).isEqualTo(rows.samples().subList(0, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pairs.jsonl.gz", "pairs.csv.gz"})
  void packedTablesAreUnpacked(String name) {
    Rows rows = read(name);
    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.samples()).hasSize(3);
    assertThat(rows.samples().get(2).anchor()).contains("question 2");
    assertThat(rows.samples().get(2).captions()).containsExactly("answer 2");
    SampleSource source =
        SampleSources.open(of(name).toString(), SourceOptions.DEFAULTS.withShardRows(2));
    assertThat(source.shards()).isEqualTo(1);
    assertThat(Rows.of(source).samples()).isEqualTo(rows.samples());
  }

  @Test
  void otherPackedTablesAreNamed() {
    assertThatThrownBy(() -> read("pairs.jsonl.bz2"))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith("is compressed with bzip2; unpack it, or compress it with gzip");
  }

  @Test
  void linesOfListsArePairsOfTexts() throws IOException {
    Rows rows = read("list-lines.jsonl");
    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.samples()).hasSize(3);
    assertThat(rows.samples().get(1).anchor()).contains("question 1");
    assertThat(rows.samples().get(1).captions()).containsExactly("answer 1");
    Path odd = folder.resolve("odd.jsonl");
    Files.writeString(odd, "[\"a\", \"b\", \"no\"]\n[\"a\", 1]\n[\"a\"]\n[\"c\", \"d\"]\n");
    Rows some = Rows.of(odd.toString());
    assertThat(some.keys()).containsExactly("000000000", "000000003");
    assertThat(some.samples().get(0).metadata()).containsEntry("negative", "no");
    assertThat(some.reasons())
        .hasSize(2)
        .allMatch(reason -> reason.startsWith("the row is a list"));
  }

  @Test
  void listsThatPandasWritesAreSeveralTexts() {
    Rows rows = read("pandas-lists.csv");
    assertThat(rows.samples().stream().map(Sample::captions))
        .containsExactly(List.of("one", "it's two"), List.of("three"), List.of("a \"b\"\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[not a list]", "['a', b]", "['a'", "[1, 2]", "['a\\q']", "['\\u12']"})
  void otherTextsInBracketsStayTexts(String text) throws IOException {
    assertThat(ListedTexts.in(text)).isEmpty();
    Path file = folder.resolve("a.tsv");
    Files.writeString(file, "query\tanswer\nq\t" + text + "\n");
    assertThat(Rows.of(file.toString()).samples().get(0).captions()).containsExactly(text);
  }

  @Test
  void arraysThatNumpyPrintsAreLists() {
    assertThat(ListedTexts.in("['a' \"b's\"\n 'c\\n\\x41\\u00e9']"))
        .contains(List.of("a", "b's", "c\nAé"));
  }

  @Test
  void nanIsAMissingValueAndEveryRowIsRead() {
    Rows rows = read("nan.jsonl");
    assertThat(rows.keys()).containsExactly("k0", "k1", "k2");
    assertThat(rows.samples().get(1).captions()).isEmpty();
    assertThat(rows.samples().get(0).metadata()).doesNotContainKey("note");
  }

  @Test
  void aNullInAListIsLeftOutAndARejectHasTheRowsKey() {
    Rows rows = read("null-captions.parquet");
    assertThat(rows.keys()).containsExactly("k0", "k1");
    assertThat(rows.samples().get(1).captions()).containsExactly("c");
    assertThat(rows.rejects())
        .containsExactly(
            new Reject("null-captions.parquet", "k2", "the image in column 'image' has no bytes"));
  }

  @Test
  void aRejectOfATextTableHasTheRowsKey() throws IOException {
    Path file = folder.resolve("a.jsonl");
    Files.writeString(file, "{\"id\": \"x\", \"image\": \"missing.png\", \"caption\": \"c\"}\n");
    assertThat(Rows.of(file.toString()).rejects())
        .singleElement()
        .satisfies(reject -> assertThat(reject.key()).isEqualTo("x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.json", "a.csv"})
  void aByteOrderMarkIsNoPartOfTheData(String name) throws IOException {
    String rows =
        switch (name) {
          case "a.jsonl" -> "{\"query\": \"q\", \"answer\": \"a\"}\n";
          case "a.json" -> "[{\"query\": \"q\", \"answer\": \"a\"}]";
          default -> "query,answer\nq,a\n";
        };
    Files.writeString(folder.resolve(name), "\uFEFF" + rows);
    Rows read = Rows.of(folder.resolve(name).toString());
    assertThat(read.samples()).hasSize(1);
    assertThat(read.samples().get(0).anchor()).contains("q");
  }

  @Test
  void aByteOrderMarkOfACaptionFileIsNoPartOfTheCaption() throws IOException {
    Files.copy(of("imagefolder/0.png"), folder.resolve("0.png"));
    Files.writeString(folder.resolve("0.txt"), "\uFEFFa red dog");
    Files.writeString(folder.resolve("0.json"), "\uFEFF{\"a\": 1}");
    Sample sample = Rows.of(folder.toString()).samples().get(0);
    assertThat(sample.captions()).containsExactly("a red dog");
    assertThat(sample.metadata()).containsEntry("a", "1");
  }

  @Test
  void semicolonsSeparateWhereTheHeaderHasNoComma() throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, "query;answer\nq, with a comma;a\n");
    Sample sample = Rows.of(file.toString()).samples().get(0);
    assertThat(sample.anchor()).contains("q, with a comma");
    assertThat(sample.captions()).containsExactly("a");
  }

  @ParameterizedTest
  @CsvSource({
    "pairs.jsonl.gz,3",
    "pairs.csv.gz,3",
    "hive,4",
    "imagefolder,3",
    "null-captions.parquet,3",
    "lines.tar,2",
    "gnu.tgz,-1"
  })
  void theNumberOfRowsIsKnownWhereItIsCheap(String name, long rows) {
    assertThat(SampleSources.open(of(name).toString()).knownSamples()).isEqualTo(rows);
  }

  @Test
  void aSplitThatNoRowNamesIsRefused() {
    SourceOptions split = SourceOptions.DEFAULTS.withSplit("train");
    for (String name : List.of("pairs.csv.gz", "null-captions.parquet")) {
      assertThatThrownBy(() -> SampleSources.open(of(name).toString(), split))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("no row has a column 'split'; the columns are ");
    }
  }

  @Test
  void theNameOfItsShardDistinguishesKeys() {
    String tars = of("restart-0.tar") + "::" + of("restart-1.tar");
    SourceOptions options = SourceOptions.DEFAULTS.withShardKeys();
    assertThat(Rows.of(SampleSources.open(tars, options)).keys())
        .containsExactly("restart-0/0", "restart-0/1", "restart-1/0", "restart-1/1");
    String twice = of("restart-0.tar") + "::" + of("restart-0.tar");
    assertThatThrownBy(() -> Rows.of(SampleSources.open(twice, options)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("two shards are named restart-0");
  }

  @Test
  void datasetsOfSaveToDiskHaveTheirPictures() {
    Rows rows = read("saved");
    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.keys()).containsExactly("k0", "k1", "k2");
    assertThat(rows.samples()).allMatch(sample -> sample.image().orElseThrow().length > 50);
    assertThat(rows.samples().get(0).captions()).containsExactly("a red", "a dog");
    assertThat(rows.samples().get(2).captions()).isEmpty();
    assertThat(rows.samples().get(1).imageId()).contains("8");
    assertThat(rows.samples().get(1).metadata()).isEqualTo(Map.of("weight", "1.0"));
    SampleSource source = SampleSources.open(of("saved").toString());
    assertThat(source.knownSamples()).isEqualTo(3);
    assertThat(source.format()).isEqualTo("arrow");
  }

  @Test
  void rowsBehindADamagedBatchAreReported() throws IOException {
    byte[] whole = Files.readAllBytes(of("saved").resolve("data-00000-of-00001.arrow"));
    Path cut = folder.resolve("cut.arrow");
    Files.write(cut, Arrays.copyOf(whole, whole.length - 200));
    assertThat(Rows.of(cut.toString()).reasons())
        .singleElement()
        .asString()
        .startsWith("the file is damaged here, and what follows is lost: ");
    Files.write(cut, Arrays.copyOf(whole, 100));
    assertThatThrownBy(() -> Rows.of(cut.toString()))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(cut + ": truncated or damaged Arrow file: ");
  }

  @Test
  void anEmptyImageIdIsNone() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("a.jsonl"),
            """
            {"anchor": "a", "positive": "b", "image_id": ""}
            {"anchor": "a", "positive": "c", "image_id": null}
            {"anchor": "d", "positive": "e", "image_id": ""}
            """);
    List<String> ids = new ArrayList<>();
    SampleSources.open(file.toString())
        .forEach(sample -> ids.add(sample.imageId().orElseThrow()), reject -> {});

    assertThat(ids).hasSize(3).doesNotContain("");
    assertThat(ids.get(0)).isEqualTo(ids.get(1)).isNotEqualTo(ids.get(2));
  }

  @Test
  void arrowFilesOfSeveralSplitsAreRefused() throws IOException {
    for (String name : List.of("flowers-train", "flowers-test", "cache-0123", "part-00000")) {
      Files.copy(of("saved").resolve("data-00000-of-00001.arrow"), folder.resolve(name + ".arrow"));
    }
    assertThatThrownBy(() -> SampleSources.open(folder.toString()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("the files belong to 2 splits: test, train");
    Files.delete(folder.resolve("flowers-test.arrow"));
    SourceOptions named =
        SourceOptions.DEFAULTS.withColumns(ColumnNames.COMMON.withLabel(List.of("class")));
    assertThat(Rows.of(SampleSources.open(folder.toString())).keys()).hasSize(3);
    assertThatThrownBy(() -> SampleSources.open(folder.toString(), named))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(
            "no row has a column 'class'; the columns are caption, image, image_id, key, weight");
    Files.delete(folder.resolve("flowers-train.arrow"));
    assertThatThrownBy(() -> Rows.of(SampleSources.open(folder.toString())))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no images");
  }

  @Test
  void splitsOfSaveToDiskAreNamed() {
    String reason =
        "saved-splits: holds the splits train, test; name the folder of one: '"
            + of("saved-splits").resolve("train")
            + "'";
    assertThatThrownBy(() -> read("saved-splits"))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(reason);
    assertThatThrownBy(() -> EmbeddingStore.open(of("saved-splits")))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(reason);
  }

  @Test
  void aCompressedFeatherFileIsRefusedAndNotTakenForDamaged() {
    assertThatThrownBy(() -> read("compressed.feather"))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(
            "compressed.feather: is compressed; write an Arrow file uncompressed, or as Parquet");
  }
}
