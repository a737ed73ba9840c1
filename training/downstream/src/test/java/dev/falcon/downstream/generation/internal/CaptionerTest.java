// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.downstream.generation.GenerationSettings;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tiny BLIP-2 with OPT, of random weights that the test writes. */
class CaptionerTest {
  private static final int WORDS = 20;
  private static final int QUERIES = 2;
  private static final int PADDING = 1;
  private static final int END = 3;
  private static final String CONFIG =
      """
      {"model_type": "blip-2", "num_query_tokens": 2,
       "vision_config": {"image_size": 16, "patch_size": 8, "hidden_size": 8,
         "num_attention_heads": 2, "num_hidden_layers": 1, "intermediate_size": 16},
       "qformer_config": {"hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 2,
         "intermediate_size": 16},
       "text_config": {"model_type": "opt", "hidden_size": 8, "num_attention_heads": 2,
         "num_hidden_layers": 2, "ffn_dim": 16, "vocab_size": 20, "max_position_embeddings": 32,
         "pad_token_id": 1, "eos_token_id": 3}}
      """;

  @TempDir private Path folder;
  private Stage2Config config;
  private Torch torch;
  private Captioner captioner;
  private TensorScope memory;

  @BeforeEach
  void open() throws IOException {
    config = Stage2Config.read(Files.writeString(folder.resolve("config.json"), CONFIG));
    torch = Torch.open("cpu", 1);
    captioner = Captioner.open(torch, config, write(""));
    memory = TensorScope.open(torch.manager());
  }

  @AfterEach
  void close() {
    memory.close();
    captioner.close();
    torch.close();
  }

  /** The network's weights without one of them. */
  private Path write(String without) {
    ParameterLayout layout = new LanguagePass(config).layout(Initialisation.NORMAL);
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : layout.entries()) {
      if (!entry.name().equals(without)) {
        writer.tensor(entry.name(), random(entry.name(), entry.size()), entry.shape());
      }
    }
    Path file = folder.resolve("model.safetensors");
    writer.write(file);
    return file;
  }

  private static float[] random(String name, int length) {
    RandomStream random = RandomStream.of(7, name);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) random.nextGaussian() / 2;
    }
    return values;
  }

  private NDArray prompts(int rows) {
    return captioner.prompts(
        Torch.floats(memory.manager(), random("pixels", rows * 3 * 16 * 16), rows, 3, 16, 16));
  }

  /** What follows a text's last token. */
  private float[] next(NDArray prompts, long... text) {
    NDArray logits = captioner.logits(prompts, new long[][] {text});
    return logits.get(":," + (QUERIES + text.length - 1)).toFloatArray();
  }

  @Test
  void aTokenDoesNotSeeWhatComesBehindIt() {
    NDArray prompts = prompts(1);
    long[][] texts = {{2, 7, 9}};
    long[][] others = {{2, 7, 11}};
    NDArray one = captioner.logits(prompts, texts);
    NDArray other = captioner.logits(prompts, others);
    String before = ":,:" + (QUERIES + 2);
    assertThat(one.get(before).toFloatArray()).isEqualTo(other.get(before).toFloatArray());
    assertThat(next(prompts, texts[0])).isNotEqualTo(next(prompts, others[0]));
  }

  @Test
  void paddingBeforeATextChangesNothing() {
    NDArray prompts = prompts(1);
    assertThat(next(prompts, PADDING, PADDING, 2, 7))
        .containsExactly(next(prompts, 2, 7), within(1e-5f));
  }

  @Test
  void predictionsDependOnTheImage() {
    NDArray logits = captioner.logits(prompts(2), new long[][] {{2, 7}, {2, 7}});
    assertThat(logits.get("0").toFloatArray()).isNotEqualTo(logits.get("1").toFloatArray());
  }

  /** The naive way: a pass for every token, and the most probable one that is allowed. */
  @Test
  void oneBeamTakesTheMostProbableTokenEveryTime() {
    int most = 6;
    int least = 4;
    long[] text = {2, 7};
    NDArray prompts = prompts(1);
    for (int token = 0; token < most; token++) {
      float[] logits = next(prompts, text);
      if (token < least) {
        logits[END] = Float.NEGATIVE_INFINITY;
      }
      int best = 0;
      for (int word = 1; word < WORDS; word++) {
        best = logits[word] > logits[best] ? word : best;
      }
      if (best == END) {
        break;
      }
      text = Arrays.copyOf(text, text.length + 1);
      text[text.length - 1] = best;
    }
    int[] expected = Arrays.stream(text).skip(2).mapToInt(token -> (int) token).toArray();
    GenerationSettings greedy = new GenerationSettings(1, least, most, 0, 1);
    BeamSearch.Text predicted =
        captioner.generate(random("pixels", 3 * 16 * 16), new long[] {2, 7}, greedy);
    assertThat(predicted.tokens()).isEqualTo(expected).hasSizeBetween(least, most);
  }

  @Test
  void aMissingTensorIsNamed() {
    String name = "language_model.model.decoder.layers.1.fc2.bias";
    Path file = write(name);
    assertThatThrownBy(() -> Captioner.open(torch, config, file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("lacks 1 tensors of a model of its configuration: " + name);
  }
}
