// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Rows;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a source says about data that it can read. */
class NotesOfSourcesTest {
  @TempDir private Path folder;

  private static String of(String name) {
    try {
      return Path.of(NotesOfSourcesTest.class.getResource(name).toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> notes(String spec) {
    return notes(SampleSources.open(spec));
  }

  private static List<String> notes(SampleSource source) {
    Rows.of(source);
    return source.notes().stream().map(DataNote::text).toList();
  }

  @Test
  void captionsOfSeveralLinesAreNoted() {
    assertThat(notes(of("lines.tar")))
        .containsExactly(
            "2 caption files with line breaks, first that of '0'; if these are separate captions,"
                + " read each line as one");
    assertThat(
            notes(
                SampleSources.open(
                    of("lines.tar"), SourceOptions.DEFAULTS.withCaptionLines(CaptionLines.EACH))))
        .isEmpty();
  }

  @Test
  void membersThatDoNotFollowEachOtherAreNoted() {
    assertThat(notes(of("apart.tar")))
        .containsExactly(
            "3 samples with the key of an earlier one and without its picture or caption, first"
                + " '0': members of one sample must follow each other, as tar writes them with"
                + " its option sort=name");
  }

  @Test
  void dotsInKeysAreNoted() {
    assertThat(notes(of("decimals.tar")))
        .containsExactly(
            "1 sample with pictures by no usual suffix, first '0': do keys contain dots? A key ends"
                + " at the first dot of a file's name");
  }

  @Test
  void keysThatBeginAgainAreNoted() {
    String tars = of("restart-0.tar") + "::" + of("restart-1.tar");
    assertThat(notes(tars))
        .containsExactly(
            "1 shard with the first keys of an earlier one, first '0' in restart-1.tar: if keys"
                + " begin again in every shard, put the shard's name before each key");
    assertThat(notes(SampleSources.open(tars, SourceOptions.DEFAULTS.withShardKeys()))).isEmpty();
  }

  @Test
  void keysThatOccurAgainInAFileAreNoted() throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, "id,query,answer\na,q,x\na,q,y\n");
    assertThat(notes(file.toString()))
        .containsExactly("1 sample with the key of an earlier one in the same file, first 'a'");
  }

  @Test
  void quotesThatAreNoneAreNoted() throws IOException {
    Path file = folder.resolve("dump.tsv");
    Files.writeString(
        file,
        "query\tanswer\nq0\t\"Hello\" says the sign\nq1\t\"Opening only\nq2\tthird\nq3\tsaid"
            + " \"stop\nq4\t\"whole\"\n");
    assertThat(notes(file.toString()))
        .containsExactly(
            "2 rows with text behind a closing quote, first line 2: a cell that holds quotes must"
                + " be in quotes itself, with its own quotes doubled, as Spark writes it only if its"
                + " option escape is a quote",
            "1 row with tabs and line breaks in a cell, first line 3: if the cell only begins with"
                + " a quote, it has swallowed the lines up to the next quote; write it in quotes,"
                + " with its own quotes doubled");
    Path sound = folder.resolve("sound.csv");
    Files.writeString(sound, "query,answer\nq,\"two\nlines, and \"\"quotes\"\"\"\nq,\"\"\r\n");
    assertThat(notes(sound.toString()))
        .containsExactly(
            "1 row with neither a picture nor a text, first '000000001': name the columns that hold"
                + " them, if any does");
  }

  @Test
  void placesAreLinesOfTheFileInEveryShard() throws IOException {
    Path file = folder.resolve("a.csv");
    StringBuilder rows = new StringBuilder("query,answer\n");
    IntStream.range(0, 9).forEach(i -> rows.append("q" + i + ",a\n"));
    Files.writeString(file, rows + "q,\"a\" b\n");
    SampleSource source =
        SampleSources.open(file.toString(), SourceOptions.DEFAULTS.withShardRows(4));
    assertThat(notes(source)).singleElement().asString().contains("first line 11:");
  }

  @Test
  void picturesOfOtherTypesAreCounted() throws IOException {
    Files.copy(Path.of(of("imagefolder/0.png")), folder.resolve("0.png"));
    Files.writeString(folder.resolve("1.avif"), "x");
    Files.writeString(folder.resolve("2.JP2"), "x");
    assertThat(notes(folder.toString()))
        .singleElement()
        .asString()
        .matches("2 pictures of a type that is not read, first '(1.avif|2.JP2)': convert to PNG.*");
  }

  @Test
  void foldersOfPicturesByTheirSplitsAreNoted() throws IOException {
    for (String split : List.of("train", "val")) {
      Path own = Files.createDirectories(folder.resolve(split + "/dog"));
      Files.copy(Path.of(of("imagefolder/0.png")), own.resolve("0.png"));
    }
    assertThat(notes(folder.toString()))
        .containsExactly("2 splits are read together: train, val; name the folder of one");
  }

  @Test
  void theMostCommonReasonOfRejectsIsNoted() {
    assertThat(notes(of("null-captions.parquet")))
        .containsExactly(
            "1 row cannot be read; most often: the image in column 'image' has no bytes"
                + " (null-captions.parquet, 'k2')");
  }

  @Test
  void dataThatAreReadTwiceOrInPartCountOnce() {
    SampleSource source = SampleSources.open(of("lines.tar"));
    try (SampleReader reader = source.open(0, reject -> {})) {
      reader.next();
    }
    assertThat(source.notes()).singleElement().extracting(DataNote::count).isEqualTo(1L);
    assertThat(notes(source)).singleElement().asString().startsWith("2 caption files");
    assertThat(notes(source)).singleElement().asString().startsWith("2 caption files");
    assertThat(SampleSources.open(of("lines.tar")).notes()).isEmpty();
  }
}
