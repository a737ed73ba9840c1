// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forty generated samples, embedded by the shipped model. */
class CheckCommandTest {
  private static final int SAMPLES = 40;

  @TempDir private Path folder;
  private Path data;
  private Path store;

  @BeforeEach
  void embed() {
    data = folder.resolve("data");
    store = folder.resolve("store");
    Cli.launch("data", "generate", "scenes", "--count=" + SAMPLES, "--out=" + data, "-q");
    Cli.Result embedded =
        Cli.launch(
            "embed",
            "--input-dataset=" + data,
            "--model=" + Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny"),
            "--out=" + store,
            "-q");
    assertThat(embedded.exitCode()).as(embedded.errors()).isZero();
  }

  @Test
  void countsAndShowsWhatToLookAt() throws IOException {
    Path page = folder.resolve("check.html");
    Cli.Result result =
        Cli.launch(
            "data", "check", store, "--input-dataset=" + data, "--html=" + page, "--json", "-q");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode json = Json.mapper().readTree(result.output());
    assertThat(json.at("/compared").asInt()).isEqualTo(json.at("/rows").asInt());
    assertThat(json.at("/images").asInt()).isEqualTo(SAMPLES);
    assertThat(json.at("/fit").asDouble()).as("the model is of such data").isGreaterThan(0.9);
    assertThat(json.at("/own_pairs").size())
        .isEqualTo(Math.min(24, json.at("/below_median").asInt()));
    assertThat(json.at("/own_pairs")).allMatch(pair -> pair.at("/ahead").asDouble() > 0.5);
    assertThat(Files.readString(page))
        .contains("Is my data fit for this?", "<p class=\"lead\">At most ")
        .contains("Own pairs that rank lowest", "data:image/png;base64,")
        .doesNotContain("http://", "https://");
  }

  /** Of random vectors every second text ranks below the median. */
  @Test
  void showsPairsThatRankLowestWithWhatIsKnownOfThem() throws IOException {
    Path random = folder.resolve("random");
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            16,
            SAMPLES,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream normal = RandomStream.of(1, "store");
    try (StoreWriter writer = StoreWriter.open(random, options, false)) {
      float[] pair = new float[32];
      for (int row = 0; row < SAMPLES; row++) {
        for (int k = 0; k < pair.length; k++) {
          pair[k] = (float) normal.nextGaussian();
        }
        writer.append(
            "k" + row, Optional.of("i" + row), Optional.of("words " + row), pair, 0, pair, 16);
      }
      writer.finish();
    }
    Path page = folder.resolve("check.html");

    Cli.Result result = Cli.launch("data", "check", random, "--html=" + page, "-q");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(Files.readString(page))
        .containsPattern("<figcaption>\\s*<p>words \\d+</p>")
        .containsPattern("\\d+\\.\\d % of the images are more similar; cosine -?0\\.\\d{3}; k\\d+");
  }

  @Test
  void printsTheCounts() {
    Cli.Result result = Cli.launch("data", "check", store, "--rows=20", "-q");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .startsWith("At most ")
        .containsPattern("rows compared +20 +\\d+")
        .containsPattern("own image below the median +\\d+ +20");
  }

  @Test
  void saysWhatIsWrongInOneLine() {
    Cli.Result near = Cli.launch("data", "check", store, "--near=1.5");
    assertThat(near.exitCode()).isEqualTo(2);
    assertThat(near.errors())
        .contains("near duplicates must lie in (0, 1]; near=1.5")
        .hasLineCount(1);
    Cli.Result none = Cli.launch("data", "check", folder.resolve("none"));
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.errors()).contains("none").hasLineCount(1);
    Path taken = store.resolve("store.json");
    Cli.Result over = Cli.launch("data", "check", store, "--html=" + taken, "--overwrite");
    assertThat(over.exitCode()).isEqualTo(2);
    assertThat(over.errors()).hasLineCount(1);
  }
}
