// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScenesGeneratorTest {
  private static final ScenesConfig CONFIG = ScenesConfig.hard().withCaptionsPerImage(2);

  @TempDir private Path folder;

  private ScenesRequest request(Path output, ScenesRequest.Layout layout, boolean overwrite) {
    return new ScenesRequest(
        CONFIG, Split.TEST, 45, output, layout, 20, TableFormat.PARQUET, overwrite);
  }

  @ParameterizedTest
  @EnumSource(ScenesRequest.Layout.class)
  void filesReadBackAsTheSamplesOfTheWorld(ScenesRequest.Layout layout) {
    ScenesGenerator.generate(request(folder, layout, false), Progress.NONE);

    List<Sample> samples = new ArrayList<>();
    SampleSources.open(folder.toString()).forEach(samples::add, reject -> samples.clear());

    Scenes world = new Scenes(CONFIG);
    assertThat(samples).hasSize(45);
    for (int i = 0; i < samples.size(); i++) {
      Sample expected = world.sample(Split.TEST, i);
      assertThat(samples.get(i).key()).isEqualTo(expected.key());
      assertThat(samples.get(i).image().orElseThrow()).isEqualTo(expected.image().orElseThrow());
      assertThat(samples.get(i).captions()).isEqualTo(expected.captions());
      assertThat(Scene.of(samples.get(i))).isEqualTo(world.scene(Split.TEST, i));
    }
  }

  @Test
  void truthListsExactlyTheMatchingPairs() {
    ScenesSummary summary =
        ScenesGenerator.generate(
            request(folder, ScenesRequest.Layout.WEBDATASET, false), Progress.NONE);

    List<String> expected = new ArrayList<>();
    Scenes world = new Scenes(CONFIG);
    for (int text = 0; text < 90; text++) {
      Caption caption = world.captions(Split.TEST, text / 2).get(text % 2);
      for (int image = 0; image < 45; image++) {
        if (caption.matches(world.scene(Split.TEST, image))) {
          expected.add(
              String.format(
                  Locale.ROOT, "test-00000%02d test-00000%02d#%d true", image, text / 2, text % 2));
        }
      }
    }
    List<String> listed = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve("truth/pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int match = table.column(ColumnType.BOOL, "match");
      while (table.next()) {
        listed.add(
            table.getString(image) + " " + table.getString(text) + " " + table.getBoolean(match));
      }
    }
    assertThat(listed).isEqualTo(expected).hasSizeGreaterThan(90);
    assertThat(summary.truePairs()).isEqualTo(listed.size());
    JsonNode meaning = Json.readTree(folder.resolve("truth/truth.json"));
    assertThat(meaning.path("absent_means").booleanValue()).isFalse();
    assertThat(meaning.path("pairs").asInt()).isEqualTo(listed.size());
    assertThat(Json.readTree(folder.resolve("scenes.json")).path("true_pairs").asInt())
        .isEqualTo(listed.size());
  }

  @ParameterizedTest
  @EnumSource(ScenesRequest.Layout.class)
  void equalRequestsGiveEqualFiles(ScenesRequest.Layout layout) throws IOException {
    ScenesGenerator.generate(request(folder.resolve("a"), layout, false), Progress.NONE);
    ScenesGenerator.generate(request(folder.resolve("b"), layout, false), Progress.NONE);

    assertThat(digests(folder.resolve("a"))).hasSize(6).isEqualTo(digests(folder.resolve("b")));
  }

  @Test
  void anEarlierDatasetIsReplacedOnlyWhenAsked() throws IOException {
    ScenesRequest request = request(folder, ScenesRequest.Layout.WEBDATASET, false);
    ScenesGenerator.generate(request, Progress.NONE);
    Files.writeString(folder.resolve("note.txt"), "kept");
    Files.createDirectory(folder.resolve("images"));
    Files.writeString(folder.resolve("images/holiday.png"), "kept");
    assertThatThrownBy(() -> ScenesGenerator.generate(request, Progress.NONE))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("overwrite");

    Files.writeString(folder.resolve("00007.tar.partial"), "of a killed run");
    ScenesRequest smaller =
        new ScenesRequest(
            CONFIG, Split.TEST, 5, folder, ScenesRequest.Layout.PARQUET, 20, null, true);
    ScenesSummary summary = ScenesGenerator.generate(smaller, Progress.NONE);

    assertThat(digests(folder))
        .containsOnlyKeys("00000.parquet", "scenes.json", "note.txt", "images/holiday.png");
    assertThat(summary.truePairs()).isNull();
    assertThat(summary.matches()).isNull();
  }

  @Test
  void aListOfTruthTooLongToWriteIsRefused() {
    assertThatThrownBy(
            () ->
                new ScenesRequest(
                    CONFIG,
                    Split.TEST,
                    1_000_000,
                    folder,
                    ScenesRequest.Layout.WEBDATASET,
                    10_000,
                    TableFormat.PARQUET,
                    false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("1000000 images with 2 captions");
  }

  private static Map<String, String> digests(Path root) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> digests.put(root.relativize(file).toString(), Sha256.of(file)));
    }
    return digests;
  }

  @Test
  void resumesAKilledRunWithTheSameBytes() throws IOException {
    Path whole = folder.resolve("whole");
    Path resumed = folder.resolve("resumed");
    ScenesGenerator.generate(request(whole, ScenesRequest.Layout.WEBDATASET, false), Progress.NONE);
    // What a kill leaves: the request, some shards, half of another.
    Json.write(
        resumed.resolve("scenes.unfinished.json"),
        Json.readTree(whole.resolve("scenes.json")).get("provenance"));
    Files.copy(whole.resolve("00001.tar"), resumed.resolve("00001.tar"));
    Files.write(resumed.resolve("00000.tar.partial"), new byte[700]);

    ScenesGenerator.generate(
        request(resumed, ScenesRequest.Layout.WEBDATASET, false), Progress.NONE);

    assertThat(digests(resumed)).isEqualTo(digests(whole));
  }

  @Test
  void refusesToResumeADatasetOfAnotherRequest() {
    Json.write(
        folder.resolve("scenes.unfinished.json"),
        Map.of("command", "data generate scenes", "seed", 7));

    assertThatThrownBy(
            () ->
                ScenesGenerator.generate(
                    request(folder, ScenesRequest.Layout.WEBDATASET, false), Progress.NONE))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("unfinished dataset of another request");
  }

  @Test
  void aRequestThatCannotBeReadIsKept() throws IOException {
    Path unfinished = Files.createDirectory(folder.resolve("scenes.unfinished.json"));

    assertThatThrownBy(
            () ->
                ScenesGenerator.generate(
                    request(folder, ScenesRequest.Layout.WEBDATASET, false), Progress.NONE))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("holds other files, such as " + unfinished.getFileName());
  }
}
