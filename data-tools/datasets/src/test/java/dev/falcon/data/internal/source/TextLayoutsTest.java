// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.FailingFiles;
import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Rows;
import dev.falcon.data.TestData;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextLayoutsTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeImages() throws IOException {
    Files.createDirectories(folder.resolve("val2014"));
    Files.writeString(folder.resolve("a.jpg"), "A");
    Files.writeString(folder.resolve("val2014/b.jpg"), "B");
    Files.createFile(folder.resolve("empty.jpg"));
  }

  @Test
  void rowsOfTheSameFileShareAnImageId() throws IOException {
    Rows rows =
        read(
            "x.json",
            "[{\"image\":\"a.jpg\",\"caption\":\"1\"},{\"image\":\"a.jpg\",\"caption\":\"2\"}]");
    assertThat(rows.keys()).containsExactly("000000000", "000000001");
    assertThat(rows.samples())
        .extracting(Sample::imageId)
        .containsExactly(Optional.of("a.jpg"), Optional.of("a.jpg"));
  }

  @Test
  void namesTheFileOfAnImage() throws IOException {
    Rows rows =
        read("x.json", "[{\"image\":\"val2014/b.jpg\",\"caption\":\"1\"},{\"caption\":\"2\"}]");
    assertThat(rows.samples())
        .extracting(Sample::imageFile)
        .containsExactly(
            Optional.of(folder.resolve("val2014/b.jpg").toAbsolutePath()), Optional.empty());
    Files.copy(folder.resolve("a.jpg"), folder.resolve("val2014/c.JPG"));
    assertThat(Rows.of(folder.resolve("val2014").toString()).samples())
        .extracting(sample -> sample.imageFile().orElseThrow().getFileName().toString())
        .containsExactly("b.jpg", "c.JPG");
  }

  @Test
  void rejectsRowsWhoseImageCannotBeHad() throws IOException {
    Rows rows =
        read(
            "x.json",
            "[{\"image\":\"none.jpg\"},{\"image\":\"../x.json\"},{\"image\":\"/etc/hostname\"},"
                + "{\"image\":\"https://example.org/a.jpg\"},{\"image\":\"empty.jpg\"},{\"image\":3},7,"
                + "{\"image\":\"a.jpg\",\"caption\":{\"no\":1}},"
                + "{\"image\":\"a.jpg\",\"caption\":[\"yes\",1]},{\"image\":\"\\u0000\"},"
                + "{\"image\":\"a.jpg\",\"caption\":\"yes\"}]");
    assertThat(rows.keys()).containsExactly("000000010");
    assertThat(rows.rejects()).extracting(Reject::key).contains("000000000", "000000007");
    assertThat(rows.reasons())
        .containsExactly(
            "there is no file 'none.jpg' below the image root",
            "image file '../x.json' lies outside the image root",
            "image file '/etc/hostname' lies outside the image root",
            "the image is an address on the network, 'https://example.org/a.jpg'; download the"
                + " images first",
            "file 'empty.jpg' has no bytes",
            "field 'image' is not the path of an image file",
            "the row is not an object: NUMBER",
            "the caption is neither a string nor a list of strings: {\"no\":1}",
            "a caption in the list is not a string: [\"yes\",1]",
            "'\0' is no file name: Nul character not allowed");
  }

  @Test
  void rejectsRowsWhoseImageIsLargerThanAllowed() throws IOException {
    Files.writeString(folder.resolve("large.jpg"), "LL");
    Path table = file("x.csv", latin1("filename\na.jpg\nlarge.jpg\n"));
    Rows rows =
        Rows.of(SampleSources.open(table.toString(), SourceOptions.DEFAULTS.withMaxFileBytes(1)));
    assertThat(rows.keys()).containsExactly("000000000");
    assertThat(rows.reasons())
        .containsExactly("file 'large.jpg' has 2 bytes, more than the 1 allowed");
  }

  @Test
  void aTableThatFailsUnderWayIsNamedAndNoRowIsBlamed() throws IOException {
    Path table = file("x.csv", latin1("filename\na.jpg\n"));
    SampleSource source = SampleSources.open(table.toString());
    assertThat(source.shards()).isEqualTo(1);
    FailingFiles.unreadable(table);
    List<Reject> rejects = new ArrayList<>();
    try (SampleReader reader = source.open(0, rejects::add)) {
      assertThatThrownBy(reader::hasNext)
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(table + ": cannot be read: ");
    }
    assertThat(rejects).isEmpty();
  }

  @Test
  void aListThatIsGoneOrEndedUnderWayIsNamed() throws IOException {
    Path list = file("x.json", latin1("[{" + " ".repeat(1 << 20) + "\"caption\":\"1\"}]"));
    SampleSource source = SampleSources.open(list.toString());
    assertThat(source.shards()).isEqualTo(1);
    try (SampleReader reader = source.open(0, reject -> {})) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(reader::hasNext)
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(list + ": cannot be read: ");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    Files.delete(list);
    assertThatThrownBy(() -> source.open(0, reject -> {}))
        .isInstanceOf(FalconException.class)
        .hasMessage(list + ": cannot be read: " + list);
  }

  @Test
  void filesThatDifferInCaseAloneAreRejected() throws IOException {
    Path upper = folder.resolve("val2014/b.JPG");
    assumeTrue(Files.notExists(upper), "skipped: names of files are the same in either case here");
    Files.writeString(upper, "B");
    assertThat(Rows.of(folder.resolve("val2014").toString()).reasons())
        .containsExactly("the file .jpg is there twice, in other case");
  }

  @Test
  void readsImagesOutOfAZip() throws IOException {
    Path table = file("x.csv", latin1("filename,caption\na.jpg,one\n../x,two\nb/c.jpg,three\n"));
    Path zip = folder.resolve("images.zip");
    for (String packed : List.of("", "images/")) {
      try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
        for (String name : List.of("a.jpg", "b/c.jpg")) {
          out.putNextEntry(new ZipEntry(packed + name));
          out.write(name.charAt(0));
        }
      }
      SampleSource source =
          SampleSources.open(table.toString(), SourceOptions.DEFAULTS.withImageRoot(zip));
      Rows rows = Rows.of(source);
      assertThat(rows.samples())
          .extracting(s -> (char) s.image().orElseThrow()[0])
          .containsExactly('a', 'b');
      assertThat(rows.reasons()).singleElement().asString().contains("'../x'");
    }
    assertThatThrownBy(
            () -> SampleSources.open(table.toString(), SourceOptions.DEFAULTS.withImageRoot(table)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("x.csv: must be a folder or a zip file of images");
  }

  @Test
  void readsOnBehindInvalidUtf8InEveryTextLayout() throws IOException {
    for (DatasetFormat format : DatasetFormat.values()) {
      Optional<String> text = invalidThenGood(format);
      if (text.isEmpty()) {
        continue;
      }
      String name = format.word() + (format == DatasetFormat.CSV ? ".csv" : ".json");
      Rows rows = Rows.of(file(name, latin1(text.get())).toString());
      assertThat(rows.samples()).as(name).hasSize(1);
      assertThat(rows.samples().get(0).captions()).containsExactly("good");
      assertThat(rows.reasons()).hasSize(1).allMatch(reason -> reason.contains("not valid UTF-8"));
    }
    assertThat(Rows.of(folder.resolve("json.json").toString()).reasons())
        .containsExactly("the row is not valid UTF-8 at byte 16");
  }

  /** A row whose caption is in Latin 1, and a good one; empty for layouts that are no text. */
  private static Optional<String> invalidThenGood(DatasetFormat format) {
    return switch (format) {
      case JSON -> Optional.of("[{\"caption\":\"caf\u00e9\"},{\"caption\":\"good\"}]");
      case CSV -> Optional.of("title\ncaf\u00e9\ngood\n");
      case COCO ->
          Optional.of(
              "{\"images\":[{\"id\":1,\"file_name\":\"a.jpg\"}],\"annotations\":["
                  + "{\"image_id\":1,\"caption\":\"caf\u00e9\"},"
                  + "{\"image_id\":1,\"caption\":\"good\"}]}");
      case KARPATHY ->
          Optional.of(
              "{\"images\":["
                  + "{\"filename\":\"a.jpg\",\"sentences\":[{\"raw\":\"caf\u00e9\"}]},"
                  + "{\"filename\":\"a.jpg\",\"sentences\":[{\"raw\":\"good\"}]}]}");
      case WEBDATASET, PARQUET, ARROW, FOLDER, SCENES -> Optional.empty();
    };
  }

  @Test
  void readsWhatPrecedesABreakInJson() throws IOException {
    String whole = "[{\"caption\":\"1\"},{\"caption\":\"2\"},{\"caption\":\"3\"}]";
    for (int length = 2; length < whole.length(); length++) {
      Rows rows =
          Rows.of(
              SampleSources.open(
                  file("x.json", whole.substring(0, length).getBytes(StandardCharsets.UTF_8))
                      .toString(),
                  SourceOptions.DEFAULTS.withShardRows(1)));
      // A row of 15 bytes ends every 16 bytes.
      assertThat(rows.samples()).as("of %d bytes", length).hasSize(length / 16);
      assertThat(rows.rejects()).as("of %d bytes", length).hasSize(1);
    }
  }

  @Test
  void readsOneSplitOfKarpathysImages() throws IOException {
    String json =
        "{\"images\":[{\"filepath\":\"val2014\",\"filename\":\"b.jpg\",\"split\":\"test\","
            + "\"cocoid\":5,\"sentences\":[{\"raw\":\"one\"},{\"raw\":\"two\"}]},"
            + "{\"filename\":\"a.jpg\",\"split\":\"train\",\"imgid\":6,\"sentences\":[]}]}";
    Path file = Files.writeString(folder.resolve("x.json"), json);

    Rows test =
        Rows.of(SampleSources.open(file.toString(), SourceOptions.DEFAULTS.withSplit("test")));
    Rows both =
        Rows.of(
            SampleSources.open(file.toString(), SourceOptions.DEFAULTS.withSplit("test,train")));

    assertThat(test.keys()).containsExactly("b");
    assertThat(test.samples().get(0).imageId()).hasValue("5");
    assertThat(test.samples().get(0).captions()).containsExactly("one", "two");
    assertThat(both.keys()).containsExactly("b", "a");
  }

  /** The list of ids follows the captions, of which nulls are left out, or is left out itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{~raw~:~a~,~sentid~:7},{~raw~:~b~,~sentid~:8}] | | 7,8",
        "[{~raw~:~a~,~sentid~:7},{~raw~:null,~sentid~:9},{~raw~:~b~,~sentid~:8}] | [7,9,8] | 7,8",
        "[~a~,null,~b~] | [~x~,~y~,~z~] | x,z",
        "[~a~,~b~] | [7] | ''",
        "[~a~,~b~] | [7,null] | ''",
        "[~a~,~b~] | [7,0.5] | ''",
        "[~a~,~b~] | {~7~:8} | ''",
        "[{~raw~:~a~,~sentid~:7},{~raw~:~b~}] | | ''",
        "~a~ | [7] | 7",
        "~a~ | ~[7]~ | 7",
        "~a~ | ~seven~ | ''",
        "[] | [] | ''",
      })
  void captionsHaveIds(String captions, String ids, String expected) throws IOException {
    String listed = ids == null ? "" : ",\"sentids\":" + ids.replace('~', '"');
    Rows rows =
        read(
            "x.json", "[{\"captions\":" + captions.replace('~', '"') + listed + ",\"key\":\"k\"}]");
    Sample sample = rows.samples().get(0);
    assertThat(String.join(",", sample.captionIds())).isEqualTo(expected);
    if (sample.captions().size() == 2 && !expected.isEmpty()) {
      Sample second = sample.withOneCaption("k#1", 1);
      assertThat(second.captionIds()).containsExactly(sample.captionIds().get(1));
      assertThat(second.captions()).containsExactly("b");
    } else if (sample.captions().size() == 2) {
      assertThat(sample.withOneCaption("k#0", 0).captionIds()).isEmpty();
    }
  }

  @Test
  void captionsOfCocoHaveTheirAnnotationsIds() throws IOException {
    Rows rows =
        read(
            "x.json",
            "{\"annotations\":[{\"image_id\":1,\"id\":38,\"caption\":\"x\"},"
                + "{\"image_id\":2,\"caption\":\"z\"},{\"image_id\":1,\"id\":5,\"caption\":\"y\"}],"
                + "\"images\":[{\"id\":1,\"file_name\":\"a.jpg\"},{\"id\":2,\"file_name\":\"val2014/b.jpg\"}]}");
    assertThat(rows.samples().get(0).captions()).containsExactly("x", "y");
    assertThat(rows.samples().get(0).captionIds()).containsExactly("38", "5");
    assertThat(rows.samples().get(1).metadata()).doesNotContainKey(Sample.CAPTION_IDS);
  }

  @Test
  void saysWhichAnnotationHasNoImage() throws IOException {
    Rows rows =
        read(
            "x.json",
            "{\"annotations\":[{\"image_id\":9,\"caption\":\"x\"}],"
                + "\"images\":[{\"id\":1,\"file_name\":\"a.jpg\"}]}");
    assertThat(rows.keys()).containsExactly("a");
    assertThat(rows.reasons()).hasSize(1).allMatch(reason -> reason.contains("image '9'"));
  }

  @Test
  void readsQuotedCellsAndHubTables() throws IOException {
    Rows rows =
        read(
            "x.csv",
            String.join(
                "\r\n",
                "\uFEFFraw,filename,filepath,split",
                "\"[\"\"a, b\"\", \"\"c\"\"]\",b.jpg,val2014,test",
                "",
                "\"line\nbreak\",a.jpg,missing,test",
                "[not JSON,a.jpg,,test"));
    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.samples())
        .extracting(Sample::captions)
        .containsExactly(List.of("a, b", "c"), List.of("line\nbreak"), List.of("[not JSON"));
    assertThat(rows.samples())
        .extracting(sample -> new String(sample.image().orElseThrow(), StandardCharsets.UTF_8))
        .containsExactly("B", "A", "A");
  }

  @Test
  void rejectsRecordsOfAnotherLengthAndQuotesThatDoNotClose() throws IOException {
    Rows rows = read("x.csv", "filepath,title\na.jpg,one,more\na.jpg,two\na.jpg,\"three\n");
    assertThat(rows.samples()).extracting(Sample::captions).containsExactly(List.of("two"));
    assertThat(rows.reasons())
        .containsExactly(
            "the record at byte 15 has 3 cells, the header 2",
            "a quote in the record at byte 40 does not close");
  }

  @Test
  void takesColumnsAndSeparatorsThatAreNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("x.txt"), "pic;alt\na.jpg;one, two\n");
    SourceOptions options =
        SourceOptions.DEFAULTS
            .withFormat(DatasetFormat.CSV)
            .withSeparator(';')
            .withColumns(ColumnNames.COMMON.withImage(List.of("pic")).withCaption(List.of("alt")));
    assertThat(Rows.of(SampleSources.open(file.toString(), options)).samples())
        .extracting(Sample::captions)
        .containsExactly(List.of("one, two"));
  }

  @Test
  void readsSeveralTablesWithKeysThatDiffer() throws IOException {
    Files.writeString(folder.resolve("0.csv"), "title\na\n");
    Files.writeString(folder.resolve("1.csv"), "title\nb\n");
    assertThat(Rows.of(folder + "/{0,1}.csv").keys())
        .containsExactly("00000-000000000", "00001-000000000");
  }

  @Test
  void namesWhatIsNoDataset() throws IOException {
    Files.writeString(folder.resolve("x.dat"), "neither");
    assertThatThrownBy(() -> SampleSources.open(folder + "/x.dat"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("x.dat: is in no layout that is known here");
    Files.createDirectories(folder.resolve("nothing"));
    assertThatThrownBy(() -> Rows.of(folder + "/nothing"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no images");
    SourceOptions tars = SourceOptions.DEFAULTS.withFormat(DatasetFormat.WEBDATASET);
    assertThatThrownBy(() -> SampleSources.open(folder + "/nothing", tars))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("/nothing: holds no files that end in .tar or .tgz or .tar.gz");
  }

  @Test
  void readsParquetThatOthersWrote() {
    Path interop = TestData.path("interop");
    Rows hub = Rows.of(interop + "/img2dataset-test_1000.parquet");
    assertThat(hub.samples()).hasSize(1000).noneMatch(Sample::hasImage);
    assertThat(hub.samples()).allMatch(sample -> sample.captions().size() == 1);
    Rows links = Rows.of(interop + "/img2dataset-sample_image.parquet");
    assertThat(links.samples())
        .isNotEmpty()
        .allMatch(sample -> sample.metadata().containsKey("url"));
    assertThat(hub.samples().get(0).reasonWithoutImage())
        .isEqualTo(
            "the sample has no image, only an address in column 'URL'; download the images first");
  }

  @Test
  void saysThatAParquetIsCut() throws IOException {
    byte[] whole = Files.readAllBytes(TestData.path("interop/img2dataset-sample_image.parquet"));
    Path cut = file("cut.parquet", Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> Rows.of(cut.toString()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            "cut.parquet: truncated: 1887 bytes that do not end as a file in Parquet format does");
  }

  private Rows read(String name, String content) throws IOException {
    return Rows.of(file(name, content.getBytes(StandardCharsets.UTF_8)).toString());
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static byte[] latin1(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(text.getBytes(StandardCharsets.ISO_8859_1));
    return bytes.toByteArray();
  }
}
