// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.Rows;
import dev.falcon.data.conversion.Conversion;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of two texts: a query and what it finds. */
class TextPairsTest {
  @TempDir private Path folder;

  private Rows read(String name, String content) throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    return Rows.of(file.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "anchor,positive",
    "query,passage",
    "question,answer",
    "sentence1,sentence2",
    "query,document",
    "query,text"
  })
  void theUsualNamesAreKnown(String anchor, String positive) throws IOException {
    Rows rows = read("a.jsonl", "{\"" + anchor + "\": \"what\", \"" + positive + "\": \"that\"}\n");
    Sample sample = rows.samples().get(0);
    assertThat(sample.anchor()).contains("what");
    assertThat(sample.captions()).containsExactly("that");
    assertThat(sample.metadata()).containsOnlyKeys(Sample.ANCHOR);
  }

  @Test
  void thePassageComesBeforeItsTitle() throws IOException {
    Rows rows = read("a.csv", "query,title,passage\nwhat,Title,that\n");
    assertThat(rows.samples().get(0).captions()).containsExactly("that");
    assertThat(rows.samples().get(0).metadata()).containsEntry("title", "Title");
  }

  @Test
  void rowsOfOneAnchorHaveOneImageId() throws IOException {
    Rows rows = read("a.tsv", "query\tpassage\nwhat\tthat\nwho\tthey\nwhat\tthis\n");
    List<Optional<String>> ids = rows.samples().stream().map(Sample::imageId).toList();
    assertThat(ids.get(0)).isPresent().isEqualTo(ids.get(2)).isNotEqualTo(ids.get(1));
  }

  @Test
  void aPictureIsNotReplaced() throws IOException {
    Files.writeString(folder.resolve("a.jpg"), "A");
    Rows rows =
        read("a.jsonl", "{\"image\": \"a.jpg\", \"question\": \"what\", \"caption\": \"that\"}\n");
    Sample sample = rows.samples().get(0);
    assertThat(sample.anchor()).isEmpty();
    assertThat(sample.captions()).containsExactly("that");
    assertThat(sample.metadata()).containsEntry("question", "what");
  }

  @Test
  void rowsThatAreNoPairsAreRejected() throws IOException {
    Rows rows =
        read(
            "a.jsonl",
            """
            {"query": " ", "passage": "that"}
            {"query": "what", "passage": "other", "label": 0}
            {"query": "what", "passage": "other", "score": 0.3}
            {"query": ["what"], "passage": "other"}
            {"query": "what", "passage": "that", "label": 1}
            """);
    assertThat(rows.keys()).containsExactly("000000004");
    assertThat(rows.rejects())
        .extracting(Reject::reason)
        .containsExactly(
            "the anchor is empty",
            "label 0 says that the two texts do not match",
            "the row has a score; Falcon does not know which scores make two texts a pair",
            "the anchor is no text: [\"what\"]");
  }

  @ParameterizedTest
  @EnumSource
  void conversionKeepsThem(ConversionRequest.Format format) throws IOException {
    Rows before =
        read(
            "a.jsonl",
            """
            {"query": "what", "positive": ["that", "this"], "page": 3}
            {"query": "42", "positive": "they"}
            """);
    Path out = folder.resolve("out");
    Conversion conversion =
        DatasetConverter.convert(
            new ConversionRequest(
                SampleSources.open(folder.resolve("a.jsonl").toString()),
                Map.of(),
                out,
                format,
                100,
                false),
            Progress.NONE);
    assertThat(conversion.samples()).isEqualTo(2);
    Rows after = Rows.of(out.toString());
    for (int row = 0; row < 2; row++) {
      assertThat(after.samples().get(row).anchor()).isEqualTo(before.samples().get(row).anchor());
      assertThat(after.samples().get(row).imageId()).isEqualTo(before.samples().get(row).imageId());
      assertThat(after.samples().get(row).captions())
          .isEqualTo(before.samples().get(row).captions());
    }
  }
}
