// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Falcon's files in JavaScript: hyparquet, apache-arrow and transformers.js. The property {@code
 * falcon.node} names a folder in which {@code npm install hyparquet hyparquet-compressors
 * apache-arrow @huggingface/transformers} was run.
 */
class NodeReadersTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Path SCRIPT = HOME.resolve("cli/src/interop-test/node/read.mjs");
  private static final Path MODEL = HOME.resolve("onnx-models/scenes-tiny");
  private static final String DATA = "scenes:test,count=24";

  @TempDir private Path folder;
  private Path store;

  @BeforeEach
  void embed() throws IOException {
    Path modules = Path.of(System.getProperty("falcon.node", "absent")).resolve("node_modules");
    assumeThat(modules).as("the property falcon.node").isDirectory();
    // Modules are looked for from where the script lies.
    Files.createSymbolicLink(folder.resolve("node_modules"), modules.toAbsolutePath());
    Files.copy(SCRIPT, folder.resolve("read.mjs"));
    store = folder.resolve("store");
    launch("embed", "--input-dataset", DATA, "--model", MODEL, "--out", store, "-q");
  }

  private static void launch(Object... words) {
    Cli.Result result = Cli.launch(words);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private JsonNode node(Object... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("node", folder.resolve("read.mjs").toString()));
    for (Object word : words) {
      command.add(word.toString());
    }
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("errors"))).isZero();
    return Json.mapper().readTree(output);
  }

  private Path mine(String file) {
    Path plan = folder.resolve(file);
    launch(
        "mine",
        "--embeddings",
        store,
        "--quantiles",
        "0.8",
        "--batch-size",
        "6",
        "--out",
        plan,
        "-q");
    return plan;
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan.parquet", "plan.arrow"})
  void aPlanHoldsWhatItsJsonLinesSay(String file) throws Exception {
    JsonNode rows = node("table", mine(file));
    List<String> lines = Files.readAllLines(mine("plan.jsonl"));

    assertThat(rows).hasSize(24).hasSameSizeAs(lines);
    for (int row = 0; row < lines.size(); row++) {
      JsonNode expected = Json.mapper().readTree(lines.get(row));
      assertThat(rows.get(row).fieldNames())
          .toIterable()
          .containsExactlyElementsOf(expected::fieldNames);
      for (String column : (Iterable<String>) expected::fieldNames) {
        JsonNode value = rows.get(row).get(column);
        if (expected.get(column).isFloatingPointNumber()) {
          assertThat(value.floatValue()).isEqualTo(expected.get(column).floatValue());
        } else {
          assertThat(value.asText()).isEqualTo(expected.get(column).asText());
        }
      }
    }
  }

  @Test
  void transformersJsGivesTheVectorsOfEmbed() throws Exception {
    List<String> captions = new ArrayList<>();
    List<Object> words = new ArrayList<>(List.of("vectors", MODEL, folder.resolve("c.json")));
    for (Sample sample : samples()) {
      captions.add(sample.captions().get(0));
      words.add(
          Files.write(folder.resolve(captions.size() + ".png"), sample.image().orElseThrow()));
    }
    Json.write(folder.resolve("c.json"), captions);

    JsonNode vectors = node(words.toArray());

    EmbeddingStore embedded = EmbeddingStore.open(store);
    float[] image = new float[captions.size() * embedded.dimension()];
    float[] text = new float[image.length];
    embedded.readRange(0, captions.size(), image, text);
    for (int i = 0; i < image.length; i++) {
      String place = "/" + i / embedded.dimension() + "/" + i % embedded.dimension();
      assertThat(vectors.at("/image" + place).floatValue()).isCloseTo(image[i], within(1e-5f));
      assertThat(vectors.at("/text" + place).floatValue()).isCloseTo(text[i], within(1e-5f));
    }
  }

  private static List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open(DATA).forEach(samples::add, reject -> {});
    return samples;
  }
}
