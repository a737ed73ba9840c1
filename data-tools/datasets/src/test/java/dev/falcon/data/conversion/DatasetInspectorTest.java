// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.TestData;
import dev.falcon.data.image.Png;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class DatasetInspectorTest {
  private static final byte[] BROKEN_JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 1};

  @Test
  void countsWhatTheSamplesHold() {
    SampleSource source =
        new MemorySource(
            "memory",
            List.of(
                new Sample(
                    "a",
                    Optional.of(BROKEN_JPEG),
                    List.of("😀b", "four"),
                    Optional.of("i"),
                    OptionalInt.of(3),
                    new TreeMap<>(Map.of("u", "v")),
                    Map.of("npy", new byte[1])),
                new Sample(
                    "b",
                    Optional.of(BROKEN_JPEG),
                    List.of(),
                    Optional.of("i"),
                    OptionalInt.empty(),
                    new TreeMap<>(),
                    Map.of()),
                new Sample(
                    "a",
                    Optional.empty(),
                    List.of("x"),
                    Optional.empty(),
                    OptionalInt.empty(),
                    new TreeMap<>(),
                    Map.of())));

    Inspection inspection = inspect(source, 0, true);

    assertThat(inspection.samples()).isEqualTo(3);
    assertThat(inspection.images()).isEqualTo(2);
    assertThat(inspection.distinctImageIds()).isEqualTo(1);
    assertThat(inspection.captions()).isEqualTo(3);
    assertThat(inspection.samplesWithoutCaption()).isEqualTo(1);
    assertThat(inspection.meanCaptionCharacters()).isEqualTo((2 + 4 + 1) / 3.0);
    assertThat(inspection.longestCaptionCharacters()).isEqualTo(4);
    assertThat(inspection.labels()).isEqualTo(1);
    assertThat(inspection.repeatedKeys()).isEqualTo(1);
    assertThat(inspection.imageTypes()).isEqualTo(Map.of("jpg", 2L));
    assertThat(inspection.fields()).isEqualTo(Map.of("u", 1L, ".npy", 1L));
    assertThat(inspection.rejected()).isEqualTo(2);
    assertThat(inspection.rejects().get(0).reason()).startsWith("the image cannot be decoded: ");
    assertThat(inspection.examples()).hasSize(2);
  }

  @Test
  void saysThatItStoppedAtTheLimit() {
    SampleSource scenes =
        SampleSources.open("scenes:test,count=30", SourceOptions.DEFAULTS.withShardRows(10));
    assertThat(inspect(scenes, 15, false).complete()).isFalse();
    assertThat(inspect(scenes, 15, false).samples()).isEqualTo(15);
    assertThat(inspect(scenes, 30, false).complete()).isTrue();
    assertThat(inspect(scenes, 0, false)).isEqualTo(inspect(scenes, 30, false));
  }

  @Test
  void showsPicturesAndEscapesTexts() {
    SampleSource source =
        new MemorySource(
            "a<b>",
            List.of(
                Sample.of(
                    "\"k\"", Png.encode(new byte[3], 1, 1), List.of("<script>x</script> & y")),
                Sample.of("broken", BROKEN_JPEG, List.of("z"))));

    String page = InspectionPage.html(inspect(source, 0, true));

    assertThat(page)
        .contains("<title>a&lt;b&gt;</title>")
        .contains("&lt;script&gt;x&lt;/script&gt; &amp; y")
        .containsOnlyOnce("<img")
        .contains("alt=\"&quot;k&quot;\" src=\"data:image/png;base64,")
        .contains("the image cannot be decoded")
        .contains("<div class=\"none\">cannot be decoded: ")
        .doesNotContain("/9j/") // base64 of the broken file's first bytes
        .contains("prefers-color-scheme: dark")
        .doesNotContain("<script")
        .doesNotContain("http://")
        .doesNotContain("https://");
  }

  @Test
  void findsNothingBrokenInTheEmoji() {
    Inspection inspection = inspect(SampleSources.open(TestData.path("emoji").toString()), 0, true);
    assertThat(inspection.shards()).isEqualTo(2);
    assertThat(inspection.samples()).isEqualTo(1609);
    assertThat(inspection.images()).isEqualTo(1609);
    assertThat(inspection.imageTypes()).containsOnlyKeys("png");
    assertThat(inspection.rejected()).isZero();
  }

  private static Inspection inspect(SampleSource source, long limit, boolean decode) {
    return DatasetInspector.inspect(new InspectionRequest(source, limit, decode, 2), Progress.NONE);
  }
}
