// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.ndarray.NDArray;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.generation.GenerationSettings;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prompts, logits, the language loss and what is told, greedily and by beams, against the numbers
 * of Hugging Face's {@code Blip2ForConditionalGeneration} with a tiny OPT.
 */
class CaptionerGoldenTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("falcon.testdata", "absent"), "frameworks", "blip2-tiny");
  private static final Path WEIGHTS = FOLDER.resolve("opt.safetensors");
  private static final int QUERIES = 4;
  private static final int PADDING = 1;

  @TempDir private Path temporary;
  private JsonNode golden;
  private Torch torch;
  private Captioner captioner;
  private TensorScope memory;
  private float[] pixels;

  @BeforeEach
  void open() {
    assumeTrue(Files.isDirectory(FOLDER), "there is no " + FOLDER);
    JsonNode all = Json.readTree(FOLDER.resolve("stage2-golden.json"));
    golden = all.get("opt");
    pixels = floats(all.get("pixel_values"));
    torch = Torch.open("cpu", 1);
    captioner =
        Captioner.open(torch, Stage2Config.read(FOLDER.resolve("opt-config.json")), WEIGHTS);
    memory = TensorScope.open(torch.manager());
  }

  @AfterEach
  void close() {
    if (torch != null) {
      memory.close();
      captioner.close();
      torch.close();
    }
  }

  private static float[] floats(JsonNode tree) {
    List<JsonNode> leaves = leaves(tree);
    float[] values = new float[leaves.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = leaves.get(i).floatValue();
    }
    return values;
  }

  private static List<JsonNode> leaves(JsonNode tree) {
    return tree.isArray()
        ? tree.valueStream().flatMap(part -> leaves(part).stream()).toList()
        : List.of(tree);
  }

  private static long[][] table(JsonNode tree) {
    return Json.mapper().convertValue(tree, long[][].class);
  }

  private NDArray prompts() {
    return captioner.prompts(Torch.floats(memory.manager(), pixels, 2, 3, 16, 16));
  }

  @Test
  void promptsAndLogitsAreTheReferences() {
    NDArray prompts = prompts();
    assertThat(prompts.get("0").toFloatArray())
        .containsExactly(floats(golden.get("projected_queries_row0")), within(2e-5f));
    NDArray logits = captioner.logits(prompts, table(golden.get("text_ids")));
    float[] expected = floats(golden.get("logits_row0"));
    // The last place of row 0 is padding, whose logits nobody asks for.
    int kept = expected.length / 10 * 9;
    assertThat(Arrays.copyOf(logits.get("0").toFloatArray(), kept))
        .containsExactly(Arrays.copyOf(expected, kept), within(5e-5f));
  }

  @Test
  void paddingBetweenImageAndPromptIsNotLookedAt() {
    NDArray logits = captioner.logits(prompts(), table(golden.get("prompt_ids")));
    assertThat(logits.get(":," + (logits.getShape().get(1) - 1)).toFloatArray())
        .containsExactly(floats(golden.get("prompt_last_logits")), within(5e-5f));
  }

  @Test
  void predictionsEqualTheReferences() {
    long[][] texts = table(golden.get("prompt_ids"));
    int length = pixels.length / 2;
    for (JsonNode run : golden.get("generation")) {
      JsonNode asked = run.get("settings");
      GenerationSettings settings =
          new GenerationSettings(
              asked.get("num_beams").asInt(),
              asked.path("min_new_tokens").asInt(0),
              asked.get("max_new_tokens").asInt(),
              asked.path("length_penalty").asDouble(1),
              1);
      for (int row = 0; row < 2; row++) {
        float[] image = Arrays.copyOfRange(pixels, row * length, (row + 1) * length);
        BeamSearch.Text predicted = captioner.generate(image, texts[row], settings);
        int given = QUERIES + texts[row].length;
        int[] expected =
            Arrays.stream(table(run.get("sequences"))[row])
                .skip(given)
                .filter(token -> token != PADDING)
                .mapToInt(token -> (int) token)
                .toArray();
        assertThat(predicted.tokens()).as("%s, row %d", asked, row).isEqualTo(expected);
        if (!run.get("scores").isNull()) {
          assertThat(predicted.score())
              .as("%s, row %d", asked, row)
              .isCloseTo(run.get("scores").get(row).doubleValue(), within(1e-4));
        }
      }
    }
  }

  @Test
  void anotherLanguageModelIsRefused() throws IOException {
    String opt = Files.readString(FOLDER.resolve("opt-config.json"));
    Path file = temporary.resolve("config.json");
    Files.writeString(file, opt.replace("\"model_type\": \"opt\"", "\"model_type\": \"t5\""));
    assertThatThrownBy(() -> Stage2Config.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("text_config.model_type is 't5'; Falcon reads BLIP-2 with 'opt'");
    Files.writeString(file, opt.replace("\"ffn_dim\": 48", "\"ffn_dim\": 47"));
    Stage2Config other = Stage2Config.read(file);
    assertThatThrownBy(() -> Captioner.open(torch, other, WEIGHTS))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("layers.0.fc1.weight has the shape [48, 24]; this network needs [47");
  }

  /** A model by hand: the tokens of a text decide the next one's logits. */
  @Test
  void repeatedTokensArePenalised() {
    float[] logits = {0, 3, 2.9f, -10};
    BeamSearch.Text free =
        new BeamSearch(new GenerationSettings(1, 0, 2, 1, 1), 3)
            .search(
                texts -> Stream.generate(() -> logits).limit(texts.size()).toArray(float[][]::new));
    BeamSearch.Text penalised =
        new BeamSearch(new GenerationSettings(1, 0, 2, 1, 1.15), 3)
            .search(
                texts -> Stream.generate(() -> logits).limit(texts.size()).toArray(float[][]::new));
    assertThat(free.tokens()).containsExactly(1, 1);
    assertThat(penalised.tokens()).containsExactly(1, 2);
  }
}
