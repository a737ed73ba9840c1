// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkpoints of all three kinds of names, written by the test with values that tell names apart.
 */
class Blip2WeightsTest {
  private static final EncoderShape VISION = new EncoderShape(6, 2, 1, 10, 1e-6f);
  private static final EncoderShape TEXT = new EncoderShape(4, 2, 2, 8, 1e-12f);
  private static final int WORDS = 12;
  private static final String QKV = "vision_model.encoder.layers.0.self_attn.qkv.bias";

  @TempDir private Path folder;
  private final Blip2Framework framework = framework(16);
  private Map<String, float[]> values;

  private static Blip2Framework framework(int side) {
    return new Blip2Framework(
        new ModelConfig(
            "blip2",
            side,
            8,
            VISION,
            TEXT,
            1,
            NormPlacement.POST,
            8,
            0,
            4,
            new TemperatureConfig(0.07f, 1e-3f, 10),
            Initialisation.NORMAL,
            3,
            0),
        new Vocabulary(WORDS, 0, 2, 3));
  }

  @BeforeEach
  void fill() {
    values = new TreeMap<>();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      float[] numbers = new float[entry.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = entry.name().hashCode() % 1000 + i / 1024f;
      }
      values.put(entry.name(), numbers);
    }
    Arrays.fill(values.get(QKV), 6, 12, 0); // keys have no bias
  }

  /** Writes what a name becomes; nothing for a name that becomes empty. */
  private Path write(UnaryOperator<String> renamed) {
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      String name = renamed.apply(entry.name());
      if (!name.isEmpty()) {
        writer.tensor(name, values.get(entry.name()), entry.shape());
      }
    }
    Path file = folder.resolve("checkpoint.safetensors");
    writer.write(file);
    return file;
  }

  private Map<String, float[]> load(Path file) {
    Map<String, float[]> loaded = new TreeMap<>(framework.imageWeights(file));
    loaded.putAll(framework.textWeights(file));
    return loaded;
  }

  @Test
  void huggingFacesNamesAreFalcons() {
    Map<String, float[]> loaded = load(write(name -> name));
    assertThat(loaded).containsOnlyKeys(values.keySet());
    loaded.forEach((name, numbers) -> assertThat(numbers).as(name).isEqualTo(values.get(name)));
  }

  @Test
  void weightsThatHuggingFaceLacksStartRandomly() {
    Map<String, float[]> loaded =
        load(write(name -> name.matches("temperature|mlm_head\\..*") ? "" : name));
    assertThat(loaded)
        .hasSizeLessThan(values.size())
        .doesNotContainKeys("temperature", "mlm_head.bias")
        .containsKeys("query_tokens", "itm_head.weight");
  }

  /** The renaming of docs/reference/weights.md, from there to here. */
  @Test
  void lavisNamesAndItsTwoBiasesAreUnderstood() {
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      float[] numbers = values.get(entry.name());
      if (entry.name().equals(QKV)) {
        String attention = "visual_encoder.blocks.0.attn.";
        writer.tensor(attention + "q_bias", Arrays.copyOf(numbers, 6), 6);
        writer.tensor(attention + "v_bias", Arrays.copyOfRange(numbers, 12, 18), 6);
      } else {
        writer.tensor(lavis(entry.name()), numbers, entry.shape());
      }
    }
    Path file = folder.resolve("lavis.safetensors");
    writer.write(file);
    Map<String, float[]> loaded = load(file);
    assertThat(loaded).containsOnlyKeys(values.keySet());
    loaded.forEach((name, numbers) -> assertThat(numbers).as(name).isEqualTo(values.get(name)));
  }

  private static String lavis(String name) {
    if (name.startsWith("vision_model.encoder.layers.")) {
      return name.replace("vision_model.encoder.layers.", "visual_encoder.blocks.")
          .replace("layer_norm", "norm")
          .replace("self_attn.projection", "attn.proj")
          .replace("self_attn", "attn");
    }
    return name.replace("vision_model.post_layernorm", "ln_vision")
        .replace("vision_model.embeddings.class_embedding", "visual_encoder.cls_token")
        .replace("vision_model.embeddings.position_embedding", "visual_encoder.pos_embed")
        .replace("vision_model.embeddings.patch_embedding", "visual_encoder.patch_embed.proj")
        .replaceFirst("^qformer\\.layernorm", "Qformer.bert.embeddings.LayerNorm")
        .replaceFirst("^qformer\\.", "Qformer.bert.")
        .replace("attention.attention.", "attention.self.")
        .replaceFirst("^embeddings\\.", "Qformer.bert.embeddings.")
        .replaceFirst("^mlm_head\\.", "Qformer.cls.predictions.")
        .replaceFirst("_projection\\.", "_proj.")
        .replaceFirst("^temperature$", "temp");
  }

  /** BERT has one word less, the oldest names of normalisations, and nothing of an image. */
  @Test
  void bertStartsWordsAndQueries() {
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      String name = entry.name();
      float[] numbers = values.get(name);
      long[] shape = entry.shape();
      boolean there =
          (name.startsWith("qformer.") && !name.contains("_query.") && !name.contains("cross"))
              || name.startsWith("embeddings.");
      if (name.equals("embeddings.word_embeddings.weight")) {
        numbers = Arrays.copyOf(numbers, (WORDS - 1) * 4);
        shape = new long[] {WORDS - 1, 4};
      }
      if (there) {
        writer.tensor(
            "bert."
                + name.replace("qformer.layernorm", "embeddings.LayerNorm")
                    .replace("qformer.", "")
                    .replace("attention.attention.", "attention.self.")
                    .replace("LayerNorm.weight", "LayerNorm.gamma")
                    .replace("LayerNorm.bias", "LayerNorm.beta"),
            numbers,
            shape);
      }
    }
    Path file = folder.resolve("bert.safetensors");
    writer.write(file);
    Map<String, float[]> loaded = framework.textWeights(file);
    String layer = "qformer.encoder.layer.1.";
    assertThat(loaded.get(layer + "intermediate_query.dense.weight"))
        .isEqualTo(values.get(layer + "intermediate.dense.weight"));
    assertThat(loaded.get(layer + "output_query.LayerNorm.bias"))
        .isEqualTo(values.get(layer + "output.LayerNorm.bias"));
    assertThat(loaded.get("qformer.layernorm.weight"))
        .isEqualTo(values.get("qformer.layernorm.weight"));
    float[] words = values.get("embeddings.word_embeddings.weight");
    assertThat(loaded.get("embeddings.word_embeddings.weight"))
        .hasSize(words.length)
        .startsWith(Arrays.copyOf(words, words.length - 4));
    assertThat(loaded).doesNotContainKeys("query_tokens", "itm_head.weight", "temperature");
  }

  /** A field of one value stays one of this value, whatever its size; so does the class's own. */
  @Test
  void positionsAreInterpolatedToThePatches() {
    String positions = "vision_model.embeddings.position_embedding";
    float[] grid = values.get(positions);
    for (int i = 0; i < grid.length; i++) {
      grid[i] = i < 6 ? 100 + i : i % 6;
    }
    float[] resized = framework(24).imageWeights(write(name -> name)).get(positions);
    assertThat(resized).hasSize((1 + 9) * 6);
    for (int i = 0; i < resized.length; i++) {
      assertThat(resized[i]).isCloseTo(i < 6 ? 100 + i : i % 6, within(1e-5f));
    }
  }

  @Test
  void namesWeightsThatAreMissingOrOfAnotherShape() {
    Path file = write(name -> name.endsWith("_projection.bias") ? "" : name);
    assertThatThrownBy(() -> framework.textWeights(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("lacks 2 tensors of a BLIP-2 of this configuration: ")
        .hasMessageContaining("vision_projection.bias")
        .hasMessageContaining("text_projection.bias");
    values.put("itm_head.bias", new float[3]);
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      boolean head = entry.name().equals("itm_head.bias");
      writer.tensor(entry.name(), values.get(entry.name()), head ? new long[] {3} : entry.shape());
    }
    Path other = folder.resolve("other.safetensors");
    writer.write(other);
    assertThatThrownBy(() -> framework.textWeights(other))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("itm_head.bias has the shape [3]; this network needs [2]");
  }
}
