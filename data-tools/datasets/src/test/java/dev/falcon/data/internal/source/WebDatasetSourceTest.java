// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Rows;
import dev.falcon.data.TestData;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WebDatasetSourceTest {
  private static final byte[] IMAGE = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 1, 2, 3};

  @TempDir private Path folder;

  @Test
  void groupsConsecutiveMembersOfOneKey() throws IOException {
    Path tar =
        tar(
            "a/1.jpg",
            IMAGE,
            "a/1.txt",
            "one",
            "a/1.cls",
            " 7\n",
            "a/2.json",
            "{}",
            "a/1.txt",
            "x");

    Rows rows = Rows.of(tar.toString());

    assertThat(rows.keys()).containsExactly("a/1", "a/2", "a/1");
    Sample first = rows.samples().get(0);
    assertThat(first.image()).hasValue(IMAGE);
    assertThat(first.captions()).containsExactly("one");
    assertThat(first.label()).hasValue(7);
    assertThat(first.members()).containsOnlyKeys("jpg", "txt", "cls");
    assertThat(rows.rejects()).isEmpty();
  }

  @Test
  void endsKeysAtTheFirstDotAndLowersSuffixes() throws IOException {
    Path tar = tar("d.e/x.left.JPG", IMAGE, "d.e/x.TXT", "one", "y", "no dot", ".z.txt", "hidden");

    Rows rows = Rows.of(tar.toString());

    assertThat(rows.keys()).containsExactly("d.e/x");
    assertThat(rows.samples().get(0).members()).containsOnlyKeys("left.jpg", "txt");
  }

  @Test
  void skipsMembersBetweenDoubleUnderscores() throws IOException {
    Path tar = tar("__meta__/0.txt", "no", "__info__", "no", "__key__.txt", "yes");
    assertThat(Rows.of(tar.toString()).keys()).containsExactly("__key__");
  }

  @Test
  void prefersWebpThenPngThenJpg() throws IOException {
    Path tar = tar("1.jpeg", "d", "1.jpg", "c", "1.png", "b", "1.webp", "a", "2.jpg", "e");
    assertThat(Rows.of(tar.toString()).samples())
        .extracting(sample -> new String(sample.image().orElseThrow(), UTF_8))
        .containsExactly("a", "e");
  }

  @Test
  void aCaptionFileIsOneCaptionWhateverLineBreaksItHas() throws IOException {
    Path tar = tar("1.txt", "\n  two  blanks \r\n\na \\n b\n", "2.txt", "\r\n");
    assertThat(Rows.of(tar.toString()).samples())
        .extracting(Sample::captions)
        .containsExactly(List.of("  two  blanks \r\n\na \\n b"), List.of());
  }

  @Test
  void takesEveryLineAsACaptionIfAskedAndKeepsItsBlanks() throws IOException {
    Path tar = tar("1.txt", "  two  blanks \r\n\na \\n b\n", "2.txt", "");
    SourceOptions each = SourceOptions.DEFAULTS.withCaptionLines(CaptionLines.EACH);
    assertThat(Rows.of(SampleSources.open(tar.toString(), each)).samples())
        .extracting(Sample::captions)
        .containsExactly(List.of("  two  blanks ", "a \n b"), List.of());
  }

  @Test
  void aListInTheJsonSaysThatLinesAreCaptionsEach() throws IOException {
    Path tar =
        tar(
            "1.txt",
            "a\nb",
            "1.json",
            "{\"captions\": [\"a\", \"b\"]}",
            "2.txt",
            "a\nb",
            "2.json",
            "{\"captions\": [\"other\", \"texts\"]}");
    assertThat(Rows.of(tar.toString()).samples())
        .extracting(Sample::captions)
        .containsExactly(List.of("a", "b"), List.of("a\nb"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "two\nlines", "back\\nslash"})
  void captionsAreReadAsTheyWereWritten(String first) {
    for (List<String> captions : List.of(List.of(first), List.of(first, "second", "third\n"))) {
      Path file = folder.resolve("written.tar");
      try (WebDatasetWriter writer = new WebDatasetWriter(file)) {
        writer.write(Sample.of("k", IMAGE, captions));
        writer.commit();
      }
      assertThat(Rows.of(file.toString()).samples())
          .extracting(Sample::captions, Sample::metadata)
          .containsExactly(tuple(captions, new TreeMap<>()));
    }
  }

  @Test
  void takesCaptionsImageIdAndMetadataFromJson() throws IOException {
    Path tar =
        tar(
            "1.json",
            "{\"captions\": [\"a\", \"b\"], \"image_id\": 12, \"label\": 3, \"w\": 64, \"x\": null,"
                + " \"ok\": true, \"url\": \"http://é\"}",
            "2.txt",
            "from the text",
            "2.json",
            "{\"caption\": \"from the JSON\", \"label\": true}");

    List<Sample> samples = Rows.of(tar.toString()).samples();

    assertThat(samples.get(0).captions()).containsExactly("a", "b");
    assertThat(samples.get(0).imageId()).hasValue("12");
    assertThat(samples.get(0).label()).hasValue(3);
    assertThat(samples.get(0).metadata())
        .isEqualTo(Map.of("w", "64", "ok", "true", "url", "http://é"));
    assertThat(samples.get(1).captions()).containsExactly("from the text");
    assertThat(samples.get(1).label()).isEmpty();
    assertThat(samples.get(1).metadata()).isEqualTo(Map.of("label", "true"));
  }

  @Test
  void takesOtherSuffixesAndFieldsWhereTheyAreNamed() throws IOException {
    Path tar = tar("1.left.jpg", "L", "1.jpg", "R", "1.txt", "t", "1.json", "{\"alt\": \"a\"}");
    ColumnNames columns =
        ColumnNames.COMMON.withImage(List.of("left.jpg")).withCaption(List.of("alt"));

    Rows rows =
        Rows.of(SampleSources.open(tar.toString(), SourceOptions.DEFAULTS.withColumns(columns)));

    assertThat(rows.samples().get(0).image()).hasValue(new byte[] {'L'});
    assertThat(rows.samples().get(0).captions()).containsExactly("a");
  }

  @Test
  void rejectsBrokenRowsAndReadsOn() throws IOException {
    Path tar =
        tar(
            "utf8.txt",
            new byte[] {'c', 'a', 'f', (byte) 0xE9},
            "zero.jpg",
            "",
            "twice.txt",
            "a",
            "twice.txt",
            "b",
            "label.cls",
            "seven",
            "json.json",
            "{\"a\": ",
            "list.json",
            "[1]",
            "gzip.txt.gz",
            "not gzip",
            "../outside.txt",
            "no",
            "/root.txt",
            "no",
            "good.txt",
            "good");

    Rows rows = Rows.of(tar.toString());

    assertThat(rows.keys()).containsExactly("good");
    assertThat(rows.rejects())
        .extracting(Reject::key)
        .containsExactlyInAnyOrder(
            "utf8",
            "zero",
            "twice",
            "label",
            "json",
            "list",
            "gzip",
            "../outside.txt",
            "/root.txt");
    assertThat(rows.reasons())
        .contains(
            "the caption file 'txt' is not valid UTF-8: byte 0xE9 at offset 3",
            "the image 'jpg' has no bytes",
            "the member .txt occurs twice",
            "the label 'seven' is not a whole number",
            "the .json is not an object: ARRAY",
            "the member's name leads out of the dataset's folder");
    assertThat(rows.rejects()).allMatch(reject -> reject.source().equals("test.tar"));
  }

  @Test
  void rejectsMembersThatAreTooLarge() throws IOException {
    Path tar = tar("1.txt", "12345", "2.txt", "1234");
    Rows rows =
        Rows.of(SampleSources.open(tar.toString(), SourceOptions.DEFAULTS.withMaxFileBytes(4)));
    assertThat(rows.keys()).containsExactly("2");
    assertThat(rows.reasons())
        .containsExactly("the member .txt has 5 bytes, more than the 4 allowed");
  }

  @Test
  void givesWhatPrecedesEveryPossibleCut() throws IOException {
    byte[] whole =
        Files.readAllBytes(tar("1.txt", "a".repeat(600), "1.cls", "1", "2.txt", "b", "2.cls", "2"));
    Path tar = folder.resolve("cut.tar");
    int secondSample = 512 + 1024 + 512 + 512;
    int end = secondSample + 4 * 512;
    for (int length = 1; length < end; length += 101) {
      Files.write(tar, Arrays.copyOf(whole, length));

      Rows rows = Rows.of(SampleSources.open(tar.toString()));

      // Whether a sample is whole is known when the next one's header has been read.
      int complete = length < secondSample + 512 ? 0 : 1;
      assertThat(rows.samples()).as("samples of the first %d bytes", length).hasSize(complete);
      assertThat(rows.rejects()).hasSize(1);
      assertThat(rows.rejects().get(0).source()).isEqualTo("cut.tar");
      assertThat(rows.reasons().get(0)).matches(".*byte [0-9]+.*");
    }
  }

  @Test
  void readsATarThatOnlyLacksItsEndAndSaysSo() throws IOException {
    byte[] whole = Files.readAllBytes(tar("1.txt", "a"));
    Path tar = Files.write(folder.resolve("endless.tar"), Arrays.copyOf(whole, 1024));

    Rows rows = Rows.of(tar.toString());

    assertThat(rows.keys()).containsExactly("1");
    assertThat(rows.reasons())
        .containsExactly(
            "the tar ends at byte 1024 without its closing zero blocks: it may be cut");
  }

  @Test
  void reportsGarbageBehindASoundMember() throws IOException {
    byte[] whole = Files.readAllBytes(tar("1.txt", "a", "2.txt", "b", "3.txt", "c"));
    Arrays.fill(whole, 2048, 2560, (byte) 'x');
    Path tar = Files.write(folder.resolve("garbage.tar"), whole);

    Rows rows = Rows.of(tar.toString());

    assertThat(rows.keys()).containsExactly("1");
    assertThat(rows.rejects())
        .containsExactly(
            new Reject(
                "garbage.tar",
                "2",
                "there is no tar header at byte 2048: the file is broken or not a tar"));
  }

  @Test
  void readsGzipWholeAndCut() throws IOException {
    byte[] packed = gzip(Files.readAllBytes(tar("1.txt", "a", "2.txt", "b")));
    Path whole = Files.write(folder.resolve("whole.tar"), packed);
    Path cut = Files.write(folder.resolve("cut.tgz"), Arrays.copyOf(packed, packed.length - 20));

    assertThat(Rows.of(whole.toString()).keys()).containsExactly("1", "2");
    assertThat(Rows.of(cut.toString()).rejects()).hasSize(1);
  }

  @Test
  void namesACompressionThatItDoesNotRead() throws IOException {
    Path tar = Files.write(folder.resolve("x.tar"), new byte[] {'B', 'Z', 'h', '9', 0, 0});
    assertThatThrownBy(() -> Rows.of(tar.toString()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("x.tar: is compressed with bzip2");
  }

  @Test
  void readsLongNamesAsTheyWereWritten() throws IOException {
    String key = "folder/" + "é".repeat(120);
    Path tar = tar(key + ".txt", "a");
    assertThat(Rows.of(tar.toString()).keys()).containsExactly(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gnu", "pax", "ustar"})
  void readsTheFormsThatPythonsTarfileWrites(String form) throws URISyntaxException {
    Path tar = Path.of(getClass().getResource(form + ".tgz").toURI());

    Rows rows = Rows.of(tar.toString());

    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.keys())
        .containsExactly(
            form.equals("ustar") ? "p".repeat(120) + "/short" : "long/" + "n".repeat(130),
            "été",
            "empty",
            "last");
    assertThat(rows.samples())
        .extracting(Sample::captions)
        .containsExactly(
            List.of("long name"), List.of("x".repeat(1024)), List.of(), List.of("last"));
  }

  @Test
  void restartsAtAShard() throws IOException {
    Files.move(tar("1.txt", "a", "2.txt", "b"), folder.resolve("9.tar"));
    Files.move(tar("3.txt", "c"), folder.resolve("10.tar"));
    SampleSource source = SampleSources.open(folder.toString());

    assertThat(source.shards()).isEqualTo(2);
    assertThat(source.shardName(0)).isEqualTo("9.tar");
    for (int repeat = 0; repeat < 2; repeat++) {
      try (SampleReader reader = source.open(1, reject -> {})) {
        assertThat(reader.next().key()).isEqualTo("3");
        assertThat(reader.hasNext()).isFalse();
      }
    }
    assertThat(source.inputs()).extracting("name").containsExactly("9.tar", "10.tar");
    assertThat(source.fingerprint())
        .isEqualTo(SampleSources.open(folder + "/{9,10}.tar").fingerprint())
        .isNotEqualTo(SampleSources.open(folder + "/{9..9}.tar").fingerprint());
  }

  @Test
  void writesWhatItReads() throws IOException {
    TreeMap<String, String> metadata =
        new TreeMap<>(
            Map.of("n", "12", "s", "a \"b\"", "l", "[1,2]", "z", "007", "big", "1".repeat(20)));
    Map<String, byte[]> members = Map.of("npy", new byte[] {1, 2});
    Sample full =
        new Sample(
            "k/1",
            Optional.of(IMAGE),
            List.of("a\nb", " c "),
            Optional.of("i"),
            OptionalInt.of(-3),
            metadata,
            members);
    Sample bare =
        new Sample(
            "k/2",
            Optional.empty(),
            List.of("d"),
            Optional.empty(),
            OptionalInt.empty(),
            new TreeMap<>(),
            Map.of());
    Path first = folder.resolve("first.tar");
    Path second = folder.resolve("second.tar");

    write(first, List.of(full, bare));
    List<Sample> read = Rows.of(first.toString()).samples();
    write(second, read);

    assertThat(read)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("members")
        .containsExactly(full, bare);
    assertThat(read.get(0).members()).containsEntry("npy", new byte[] {1, 2});
    assertThat(Files.readAllBytes(second)).isEqualTo(Files.readAllBytes(first));
  }

  @Test
  void refusesToWriteWhatCouldNotBeReadAgain() {
    try (WebDatasetWriter writer = new WebDatasetWriter(folder.resolve("x.tar"))) {
      assertThat(writer.refusal(Sample.of("../a", IMAGE, List.of()))).isPresent();
      assertThat(writer.refusal(Sample.of("a/", IMAGE, List.of()))).isPresent();
      assertThat(writer.refusal(Sample.of("__a__/b", IMAGE, List.of()))).isPresent();
      assertThat(
              writer.refusal(
                  new Sample(
                      "a",
                      Optional.empty(),
                      List.of(),
                      Optional.empty(),
                      OptionalInt.empty(),
                      new TreeMap<>(),
                      Map.of())))
          .isPresent();
      writer.write(Sample.of("a.b", IMAGE, List.of()));
      assertThat(writer.refusal(Sample.of("a_b", IMAGE, List.of())))
          .contains("the key 'a_b' is that of the sample before it");
      writer.commit();
    }
    assertThat(Rows.of(folder.resolve("x.tar").toString()).keys()).containsExactly("a_b");
  }

  @Test
  void expandsWildcardsAsAShellDoes() throws IOException {
    for (String name : List.of("a/10", "a/2", "b/1", "b/.hidden", "b/[x]")) {
      Path tar = folder.resolve(name + ".tar");
      Files.createDirectories(tar.getParent());
      write(tar, List.of(Sample.of(name.substring(2), IMAGE, List.of())));
    }
    assertThat(Rows.of(folder + "/*/*.tar").keys()).containsExactly("2", "10", "1", "[x]");
    assertThat(Rows.of(folder + "/{b,a}/?.tar").keys()).containsExactly("1", "2");
    assertThat(Rows.of(folder + "/a/[2-9]*.tar::" + folder + "/b/[x].tar").keys())
        .containsExactly("2", "[x]");
    assertThatThrownBy(() -> SampleSources.open(folder + "/c*/*.tar"))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("/c*/*.tar: no file matches");
    assertThatThrownBy(() -> SampleSources.open(folder + "/[.tar"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("'[.tar' is no pattern of file names");
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> SampleSources.open(folder + "/{0..1}.tar"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("0.tar is missing");
    assertThatThrownBy(() -> SampleSources.open("a.tar::")).isInstanceOf(RequestException.class);
  }

  @Test
  void readsTarsThatOthersWrote() {
    Path interop = TestData.path("interop");

    assertThat(Rows.of(interop + "/clip-retrieval-image{1..4}.tar"))
        .satisfies(
            rows -> {
              assertThat(rows.keys()).hasSize(11).startsWith("123_456", "208_495");
              assertThat(rows.samples()).allMatch(Sample::hasImage);
              assertThat(rows.rejects()).isEmpty();
            });
    assertThat(Rows.of(interop + "/webdataset-sample.tgz"))
        .satisfies(
            rows -> {
              assertThat(rows.samples()).hasSize(90).allMatch(sample -> sample.label().isPresent());
              assertThat(rows.samples()).allMatch(Sample::hasImage);
            });
    assertThat(Rows.of(interop + "/webdataset-compressed.tar"))
        .satisfies(
            rows -> {
              assertThat(rows.keys())
                  .containsExactly("compressed/0001", "compressed/0002", "compressed/0003");
              assertThat(rows.samples()).allMatch(sample -> sample.captions().size() == 1);
            });
    assertThat(Rows.of(interop + "/webdataset-mpdata.tar").samples())
        .hasSize(100)
        .allMatch(sample -> sample.members().containsKey("mp"));
  }

  @Test
  void readsTheEmojiAndTheNlvrSentences() {
    assertThat(Rows.of(TestData.path("emoji").toString()))
        .satisfies(
            rows -> {
              assertThat(rows.samples()).hasSize(1609).allMatch(Sample::hasImage);
              assertThat(rows.samples().get(0).metadata()).containsEntry("emoji", "😀");
              assertThat(rows.rejects()).isEmpty();
            });
    assertThat(Rows.of(TestData.path("nlvr-dev").toString()).samples())
        .hasSize(989)
        .allMatch(sample -> sample.imageId().isPresent());
  }

  @Test
  void samplesAreCountedByHeadersAndEstimatedIfThereAreMany() throws IOException {
    Object[] members = new Object[4000];
    for (int i = 0; i < members.length; i += 4) {
      String key = String.format(Locale.ROOT, "%05d", i / 4);
      members[i] = key + ".jpg";
      members[i + 1] = IMAGE;
      members[i + 2] = key + ".txt";
      members[i + 3] = "caption".getBytes(UTF_8);
    }
    Path tar = tar(members);
    assertThat(
            new WebDatasetSource("twice", List.of(tar, tar), SourceOptions.DEFAULTS).knownSamples())
        .isEqualTo(2000);
    assertThat(TarCount.of(List.of(tar, tar), 0)).isEqualTo(-1);
    assertThat(TarCount.of(List.of(tar, tar), 2_000_000)).isBetween(-1L, 2100L);
    Path packed = Files.write(tar.resolveSibling("packed.tar"), gzip(Files.readAllBytes(tar)));
    assertThat(TarCount.of(List.of(packed))).isEqualTo(-1);
  }

  private Path tar(Object... namesAndContents) throws IOException {
    Path tar = folder.resolve("test.tar");
    try (TarWriter writer = new TarWriter(tar)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        Object content = namesAndContents[i + 1];
        writer.write(
            (String) namesAndContents[i],
            content instanceof byte[] bytes ? bytes : ((String) content).getBytes(UTF_8));
      }
    }
    return tar;
  }

  private static void write(Path tar, List<Sample> samples) {
    try (WebDatasetWriter writer = new WebDatasetWriter(tar)) {
      samples.forEach(writer::write);
      writer.commit();
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream output = new GZIPOutputStream(packed)) {
      output.write(bytes);
    }
    return packed.toByteArray();
  }
}
