// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Rows;
import dev.falcon.data.conversion.Conversion;
import dev.falcon.data.conversion.ConversionRequest;
import dev.falcon.data.conversion.DatasetConverter;
import dev.falcon.data.conversion.DatasetInspector;
import dev.falcon.data.conversion.Inspection;
import dev.falcon.data.conversion.InspectionPage;
import dev.falcon.data.conversion.InspectionRequest;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of two pictures: one, and another that belongs to it. */
class ImagePairsTest {
  private static final int PICTURES = 4;

  @TempDir private Path folder;

  private List<byte[]> pictures;

  @BeforeEach
  void drawPictures() throws IOException {
    pictures =
        Rows.of("scenes:test,count=" + PICTURES + ",seed=3").samples().stream()
            .map(sample -> sample.image().orElseThrow())
            .toList();
    for (int i = 0; i < PICTURES; i++) {
      Files.write(folder.resolve(i + ".png"), pictures.get(i));
    }
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Path twoPairs() throws IOException {
    return write("a.csv", "image,positive_image,page\n0.png,1.png,7\n2.png,3.png,8\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv|image,positive_image%n0.png,1.png%n2.png,3.png%n",
        "a.tsv|image\tpositive_image%n0.png\t1.png%n2.png\t3.png%n",
        "a.jsonl|{\"image\":\"0.png\",\"positive_image\":\"1.png\"}%n"
            + "{\"image\":\"2.png\",\"positive_image\":\"3.png\"}%n",
        "a.json|[{\"image\":\"0.png\",\"positive_image\":\"1.png\"},"
            + "{\"image\":\"2.png\",\"positive_image\":\"3.png\"}]"
      })
  void rowsNameBothFiles(String name, String content) throws IOException {
    Rows rows = Rows.of(write(name, content.replace("%n", "\n")).toString());
    assertThat(rows.rejects()).isEmpty();
    for (int pair = 0; pair < 2; pair++) {
      Sample sample = rows.samples().get(pair);
      assertThat(sample.hasPositiveImage()).isTrue();
      assertThat(sample.image()).get().isEqualTo(pictures.get(2 * pair));
      assertThat(sample.positiveImage()).get().isEqualTo(pictures.get(2 * pair + 1));
      assertThat(sample.imageId()).contains(2 * pair + ".png");
      assertThat(sample.metadata()).containsEntry("positive_image", 2 * pair + 1 + ".png");
    }
  }

  @Test
  void anotherColumnCanBeNamed() throws IOException {
    Path file = write("a.csv", "image,view\n0.png,1.png\n");
    SourceOptions options =
        SourceOptions.DEFAULTS.withColumns(
            SourceOptions.DEFAULTS.columns().withPositiveImage(List.of("view")));
    Rows rows = Rows.of(SampleSources.open(file.toString(), options));
    assertThat(rows.samples().get(0).positiveImage()).get().isEqualTo(pictures.get(1));
    assertThat(Rows.of(file.toString()).samples().get(0).hasPositiveImage()).isFalse();
  }

  @Test
  void aCaptionLeavesItsPlaceToNoPicture() throws IOException {
    Rows rows =
        Rows.of(
            write("a.csv", "image,caption,positive_image\n0.png,red,absent.png\n0.png,,1.png\n")
                .toString());
    assertThat(rows.rejects()).isEmpty();
    assertThat(rows.samples().get(0).hasPositiveImage()).isFalse();
    assertThat(rows.samples().get(0).captions()).containsExactly("red");
    assertThat(rows.samples().get(0).metadata()).containsEntry("positive_image", "absent.png");
    assertThat(rows.samples().get(1).hasPositiveImage()).isTrue();
  }

  @Test
  void aFileThatIsNotThereRejectsTheRow() throws IOException {
    Rows rows =
        Rows.of(write("a.csv", "image,positive_image\n0.png,9.png\n0.png,1.png\n").toString());
    assertThat(rows.samples()).hasSize(1);
    assertThat(rows.reasons()).containsExactly("there is no file '9.png' below the image root");
  }

  @Test
  void theyAreCounted() throws IOException {
    Path file = write("a.csv", "image,positive_image\n0.png,1.png\n2.png,broken.png\n3.png,\n");
    Files.writeString(folder.resolve("broken.png"), "no picture");
    Inspection inspection =
        DatasetInspector.inspect(
            new InspectionRequest(SampleSources.open(file.toString()), 0, true, 9), Progress.NONE);
    assertThat(inspection.samples()).isEqualTo(3);
    assertThat(inspection.images()).isEqualTo(3);
    assertThat(inspection.imagePairs()).isEqualTo(2);
    assertThat(inspection.samplesWithoutCaption()).isEqualTo(1);
    assertThat(inspection.imageTypes()).containsEntry("png", 4L).containsEntry("unknown", 1L);
    assertThat(inspection.rejects())
        .singleElement()
        .satisfies(
            reject ->
                assertThat(reject.reason()).startsWith("the positive image cannot be decoded: "));
    String page = InspectionPage.html(inspection);
    assertThat(page).contains("pairs of images");
    assertThat(page.split("<img", -1)).hasSize(1 + 4);
  }

  @ParameterizedTest
  @EnumSource
  void conversionKeepsThem(ConversionRequest.Format format) throws IOException {
    Rows before = Rows.of(twoPairs().toString());
    Rows after = Rows.of(converted(folder.resolve("a.csv"), format, "out").toString());
    assertThat(after.rejects()).isEmpty();
    assertThat(after.withoutMembers()).isEqualTo(before.withoutMembers());
    assertThat(after.samples().get(1).positiveImage()).get().isEqualTo(pictures.get(3));
    for (ConversionRequest.Format other : ConversionRequest.Format.values()) {
      Rows again = Rows.of(converted(folder.resolve("out"), other, "again-" + other).toString());
      assertThat(again.withoutMembers()).isEqualTo(before.withoutMembers());
    }
  }

  @Test
  void aParquetFileOfCaptionsHoldsNoPairs() throws IOException {
    Path file =
        write("a.csv", "image,caption,positive_image\n0.png,red,\n0.png,,1.png\n2.png,blue,\n");
    Path out = converted(file, ConversionRequest.Format.PARQUET, "out");
    assertThat(Rows.of(out.toString()).keys()).containsExactly("000000000", "000000002");
    try (ParquetSampleWriter writer = new ParquetSampleWriter(folder.resolve("b.parquet"))) {
      List<Sample> samples = Rows.of(file.toString()).samples();
      writer.write(samples.get(0));
      assertThatThrownBy(() -> writer.write(samples.get(1)))
          .isInstanceOf(FalconException.class)
          .hasMessageEndingWith("it is a pair of images, and the file's first sample is none");
    }
  }

  private Path converted(Path from, ConversionRequest.Format format, String name) {
    Path out = folder.resolve(name);
    Conversion conversion =
        DatasetConverter.convert(
            new ConversionRequest(
                SampleSources.open(from.toString()), Map.of(), out, format, 100, false),
            Progress.NONE);
    assertThat(conversion.samples()).isPositive();
    return out;
  }

  @Test
  void samplesWithOtherSecondPicturesDiffer() throws IOException {
    Sample sample = Rows.of(twoPairs().toString()).samples().get(0);
    Sample other = sample.withPositiveImage(Optional.of(pictures.get(2)));
    assertThat(other).isNotEqualTo(sample);
    assertThat(other.withPositiveImage(sample.positiveImage())).isEqualTo(sample);
    assertThat(other.withImageFile(Optional.empty()).hasPositiveImage()).isTrue();
  }
}
