// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.model.PositionGrid;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small files with the names of the real checkpoints. */
class PretrainedWeightsTest {
  private static final int WIDTH = 4;
  private static final int HIDDEN = 8;
  private static final int WORDS = 10;
  private static final String POSITIONS = "vision_model.embeddings.position_embeddings";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("model.safetensors");
  }

  private static Albef network(int imageSize, int textLayers, NormPlacement norm) {
    ModelConfig config =
        new ModelConfig(
            imageSize,
            4,
            new EncoderShape(WIDTH, 2, 2, HIDDEN, 1e-6f),
            new EncoderShape(WIDTH, 2, textLayers, HIDDEN, 1e-6f),
            1,
            norm,
            6,
            0,
            3,
            new TemperatureConfig(0.07f, 0.01f, 0.5f),
            Initialisation.NORMAL);
    return new Albef(config, WORDS);
  }

  private static Albef network(int imageSize) {
    return network(imageSize, 2, NormPlacement.POST);
  }

  private Map<String, float[]> imageEncoder(Albef network) {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      return values(PretrainedWeights.imageEncoder(tensors, network));
    }
  }

  private Map<String, float[]> textEncoders(Albef network) {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      return values(PretrainedWeights.textEncoders(tensors, network));
    }
  }

  private static Map<String, float[]> values(Map<String, Supplier<float[]>> lazy) {
    Map<String, float[]> values = new LinkedHashMap<>();
    lazy.forEach((name, read) -> values.put(name, read.get()));
    return values;
  }

  private float[] source(String name) {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      return tensors.floats(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vit.", "deit.", "", "vision_model."})
  void aVitsTensorsGetFalconsNames(String prefix) {
    vit(prefix, 5).write(file);
    Map<String, float[]> weights = imageEncoder(network(8));
    assertThat(weights).hasSize(6 + 2 * 16);
    weights.forEach(
        (name, values) ->
            assertThat(values)
                .as(name)
                .isEqualTo(source(prefix + name.substring("vision_model.".length()))));
  }

  /** The same tensors under timm's names: queries, keys and values above one another. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void timmsTensorsGetFalconsNames(boolean distilled) {
    SafeTensorsWriter timm = new SafeTensorsWriter();
    ramp(timm, "cls_token", 0.5f, 1, 1, WIDTH);
    ramp(timm, "pos_embed", 0, 1, distilled ? 6 : 5, WIDTH);
    if (distilled) {
      ramp(timm, "dist_token", 0, 1, 1, WIDTH);
    }
    ramp(timm, "patch_embed.proj.weight", 0, WIDTH, 3, 4, 4);
    ramp(timm, "patch_embed.proj.bias", 1, WIDTH);
    for (int i = 0; i < 2; i++) {
      String block = "blocks." + i + ".";
      norm(timm, block + "norm1", "weight", "bias");
      linear(timm, block + "attn.qkv", i, 3 * WIDTH, WIDTH);
      linear(timm, block + "attn.proj", i, WIDTH, WIDTH);
      norm(timm, block + "norm2", "weight", "bias");
      linear(timm, block + "mlp.fc1", i, HIDDEN, WIDTH);
      linear(timm, block + "mlp.fc2", i, WIDTH, HIDDEN);
    }
    norm(timm, "norm", "weight", "bias");
    ramp(timm, "head.weight", 0, 2, WIDTH);
    timm.write(file);
    Map<String, float[]> weights = imageEncoder(network(8));
    assertThat(weights).hasSize(6 + 2 * 16);
    String layer = "vision_model.encoder.layer.1.";
    float[] joined = source("blocks.1.attn.qkv.weight");
    int part = WIDTH * WIDTH;
    assertThat(weights.get(layer + "attention.attention.query.weight"))
        .isEqualTo(Arrays.copyOf(joined, part));
    assertThat(weights.get(layer + "attention.attention.key.weight"))
        .isEqualTo(Arrays.copyOfRange(joined, part, 2 * part));
    assertThat(weights.get(layer + "attention.attention.value.weight"))
        .isEqualTo(Arrays.copyOfRange(joined, 2 * part, 3 * part));
    assertThat(weights.get(layer + "attention.attention.value.bias"))
        .isEqualTo(Arrays.copyOfRange(source("blocks.1.attn.qkv.bias"), 2 * WIDTH, 3 * WIDTH));
    assertThat(weights.get(layer + "attention.output.dense.weight"))
        .isEqualTo(source("blocks.1.attn.proj.weight"));
    assertThat(weights.get(layer + "output.dense.weight"))
        .isEqualTo(source("blocks.1.mlp.fc2.weight"));
    assertThat(weights.get(layer + "layernorm_after.weight"))
        .isEqualTo(source("blocks.1.norm2.weight"));
    assertThat(weights.get("vision_model.layernorm.bias")).isEqualTo(source("norm.bias"));
    assertThat(weights.get(POSITIONS)).hasSize(5 * WIDTH);
    assertThat(weights.get(POSITIONS)[WIDTH]).isEqualTo(distilled ? 2 * WIDTH : WIDTH);
  }

  @Test
  void positionsAreInterpolatedToTheNetworksPatches() {
    vit("vit.", 5).write(file);
    assertThat(imageEncoder(network(16)).get(POSITIONS))
        .hasSize(17 * WIDTH)
        .startsWith(0, 1, 2, 3)
        .isEqualTo(
            PositionGrid.resized(source("vit.embeddings.position_embeddings"), 1, 2, 4, WIDTH));
  }

  @Test
  void theDistillationTokensPositionIsDropped() {
    SafeTensorsWriter writer = vit("deit.", 6);
    ramp(writer, "deit.embeddings.distillation_token", 0, 1, 1, WIDTH);
    writer.write(file);
    assertThat(imageEncoder(network(8)).get(POSITIONS))
        .hasSize(5 * WIDTH)
        .startsWith(0, 1, 2, 3, 8, 9, 10, 11);
  }

  @Test
  void positionsThatAreNoSquareAreRefused() {
    vit("vit.", 7).write(file);
    assertThatThrownBy(() -> imageEncoder(network(8)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has the shape [1, 7, 4]; this network needs [1, 1 + a square, 4]");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bertsUpperLayersBecomeTheFusionEncoder(boolean oldNames) {
    bert("bert.", oldNames).write(file);
    Map<String, float[]> weights = textEncoders(network(8));
    String query = "attention.self.query.weight";
    assertThat(weights.get("text_model.encoder.layer.1." + query))
        .isEqualTo(source("bert.encoder.layer.1." + query));
    assertThat(weights.get("fusion_model.encoder.layer.0." + query))
        .isEqualTo(source("bert.encoder.layer.2." + query));
    assertThat(weights.get("fusion_model.encoder.layer.0.output.LayerNorm.bias"))
        .isEqualTo(
            source("bert.encoder.layer.2.output.LayerNorm" + (oldNames ? ".beta" : ".bias")));
    assertThat(weights.get("mlm_head.transform.dense.weight"))
        .isEqualTo(source("cls.predictions.transform.dense.weight"));
    assertThat(weights.keySet()).noneMatch(name -> name.contains("crossattention"));
    assertThat(weights).containsKey("mlm_head.bias").hasSize(5 + 3 * 16 + 5);
  }

  @Test
  void longPositionTablesAreCutToTheNetworksLength() {
    bert("", false).write(file);
    assertThat(textEncoders(network(8)).get("text_model.embeddings.position_embeddings.weight"))
        .isEqualTo(Arrays.copyOf(source("embeddings.position_embeddings.weight"), 6 * WIDTH));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PRE", "POST"})
  void falconsOwnNamesAreKept(NormPlacement norm) {
    Albef network = network(8, 2, norm);
    Map<String, float[]> values = network.layout().initialise(3);
    own(network, values, name -> true).write(file);
    Map<String, float[]> expected = new LinkedHashMap<>(values);
    expected.keySet().removeIf(name -> !name.matches("(text_model|fusion_model|mlm_head)\\..*"));
    Map<String, float[]> weights = textEncoders(network);
    assertThat(weights.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
    weights.forEach((name, data) -> assertThat(data).as(name).isEqualTo(expected.get(name)));
  }

  @Test
  void anOwnTextEncoderComesWithoutAFusionEncoderButNotWithHalfOfOne() {
    Albef network = network(8);
    Map<String, float[]> values = network.layout().initialise(3);
    own(network, values, name -> name.startsWith("text_model.")).write(file);
    assertThat(textEncoders(network).keySet()).allMatch(name -> name.startsWith("text_model."));
    own(network, values, name -> !name.contains("crossattention")).write(file);
    assertThatThrownBy(() -> textEncoders(network))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no tensor named fusion_model.encoder.layer.0.crossattention.");
  }

  @Test
  void aCheckpointOfAnotherWidthIsRefused() {
    SafeTensorsWriter writer = vit("vit.", 5);
    ramp(writer, "vit.embeddings.cls_token", 0, 1, 1, 5);
    writer.write(file);
    assertThatThrownBy(() -> imageEncoder(network(8)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            "vit.embeddings.cls_token has the shape [1, 1, 5]; this network needs [1, 1, 4]");
  }

  @Test
  void aCheckpointWithFewerLayersIsRefused() {
    bert("bert.", false).write(file);
    Albef deeper = network(8, 6, NormPlacement.POST);
    assertThatThrownBy(() -> textEncoders(deeper))
        .hasMessageContaining("has no tensor named bert.encoder.layer.3.");
  }

  @Test
  void aCheckpointOfAnotherKindIsRefused() {
    new SafeTensorsWriter().tensor("conv1.weight", new float[2], 2).write(file);
    assertThatThrownBy(() -> imageEncoder(network(8)))
        .hasMessageContaining("has no tensor named embeddings.cls_token");
    assertThatThrownBy(() -> textEncoders(network(8)))
        .hasMessageContaining("has no tensor named embeddings.word_embeddings.weight");
  }

  @Test
  void bertDoesNotStartANetworkThatNormalisesBefore() {
    bert("bert.", false).write(file);
    Albef network = network(8, 2, NormPlacement.PRE);
    assertThatThrownBy(() -> textEncoders(network)).isInstanceOf(RequestException.class);
  }

  /** Adds a tensor whose elements are 0, 1, 2, … plus an offset. */
  private static void ramp(SafeTensorsWriter file, String name, float offset, long... shape) {
    float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = i + offset;
    }
    file.tensor(name, values, shape);
  }

  private static SafeTensorsWriter own(
      Albef network, Map<String, float[]> values, Predicate<String> wanted) {
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : network.layout().entries()) {
      if (wanted.test(entry.name())) {
        writer.tensor(entry.name(), values.get(entry.name()), entry.shape());
      }
    }
    return writer;
  }

  private static SafeTensorsWriter vit(String prefix, int tokens) {
    SafeTensorsWriter file = new SafeTensorsWriter();
    ramp(file, prefix + "embeddings.cls_token", 0.5f, 1, 1, WIDTH);
    ramp(file, prefix + "embeddings.position_embeddings", 0, 1, tokens, WIDTH);
    String patches = prefix + "embeddings.patch_embeddings.projection";
    ramp(file, patches + ".weight", 0, WIDTH, 3, 4, 4);
    ramp(file, patches + ".bias", 1, WIDTH);
    for (int i = 0; i < 2; i++) {
      String block = prefix + "encoder.layer." + i + ".";
      block(file, block, "attention.attention", i);
      norm(file, block + "layernorm_before", "weight", "bias");
      norm(file, block + "layernorm_after", "weight", "bias");
    }
    norm(file, prefix + "layernorm", "weight", "bias");
    ramp(file, "classifier.weight", 0, 2, WIDTH);
    return file;
  }

  private static SafeTensorsWriter bert(String prefix, boolean oldNames) {
    String scale = oldNames ? "gamma" : "weight";
    String shift = oldNames ? "beta" : "bias";
    SafeTensorsWriter file = new SafeTensorsWriter();
    String embeddings = prefix + "embeddings.";
    ramp(file, embeddings + "word_embeddings.weight", 0, WORDS, WIDTH);
    ramp(file, embeddings + "position_embeddings.weight", 0, 12, WIDTH);
    ramp(file, embeddings + "token_type_embeddings.weight", 0, 2, WIDTH);
    ramp(file, embeddings + "position_ids", 0, 1, 12);
    norm(file, embeddings + "LayerNorm", scale, shift);
    for (int i = 0; i < 3; i++) {
      String block = prefix + "encoder.layer." + i + ".";
      block(file, block, "attention.self", i);
      norm(file, block + "attention.output.LayerNorm", scale, shift);
      norm(file, block + "output.LayerNorm", scale, shift);
    }
    ramp(file, "cls.predictions.bias", 0, WORDS);
    ramp(file, "cls.predictions.transform.dense.weight", 0, WIDTH, WIDTH);
    ramp(file, "cls.predictions.transform.dense.bias", 0, WIDTH);
    norm(file, "cls.predictions.transform.LayerNorm", scale, shift);
    return file;
  }

  private static void block(SafeTensorsWriter file, String block, String attention, int layer) {
    for (String part : List.of(".query", ".key", ".value")) {
      linear(file, block + attention + part, layer, WIDTH, WIDTH);
    }
    linear(file, block + "attention.output.dense", layer, WIDTH, WIDTH);
    linear(file, block + "intermediate.dense", layer, HIDDEN, WIDTH);
    linear(file, block + "output.dense", layer, WIDTH, HIDDEN);
  }

  private static void linear(SafeTensorsWriter file, String name, int layer, int out, int in) {
    ramp(file, name + ".weight", 100 * layer, out, in);
    ramp(file, name + ".bias", 100 * layer, out);
  }

  private static void norm(SafeTensorsWriter file, String name, String scale, String shift) {
    ramp(file, name + "." + scale, 1, WIDTH);
    ramp(file, name + "." + shift, 2, WIDTH);
  }
}
