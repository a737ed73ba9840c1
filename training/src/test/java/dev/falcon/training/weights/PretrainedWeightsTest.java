package dev.falcon.training.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.NetworkShape;
import dev.falcon.onnx.export.NetworkShape.EncoderShape;
import dev.falcon.onnx.export.NetworkShape.NormPlacement;
import dev.falcon.onnx.graph.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small files with the names of the real checkpoints. */
class PretrainedWeightsTest {
  private static final int WIDTH = 4;
  private static final int HIDDEN = 8;
  private static final int WORDS = 10;

  @TempDir Path folder;

  private static NetworkShape shape(int imageSize, NormPlacement norm) {
    EncoderShape encoder = new EncoderShape(WIDTH, 2, 2, HIDDEN, 1e-6f);
    return new NetworkShape(imageSize, 4, encoder, encoder, 1, norm, WORDS, 6, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vit.", "deit.", "", "vision_model."})
  void aVitsTensorsGetFalconsNames(String prefix) {
    Path file = vit(prefix, 5).write(folder.resolve("model.safetensors"));
    Map<String, Tensor> weights =
        PretrainedWeights.imageEncoder(file, shape(8, NormPlacement.POST));
    assertThat(weights).hasSize(6 + 2 * 16);
    SafeTensors source = SafeTensors.open(file);
    String query = "encoder.layer.1.attention.attention.query.weight";
    assertThat(weights.get("vision_model." + query).toFloats())
        .isEqualTo(source.read(prefix + query).toFloats());
    assertThat(weights.get("vision_model.embeddings.position_embeddings").toFloats())
        .isEqualTo(source.read(prefix + "embeddings.position_embeddings").toFloats());
    assertThat(weights).doesNotContainKey("classifier.weight");
  }

  @Test
  void positionsAreInterpolatedToTheNetworksPatches() {
    Path file = vit("vit.", 5).write(folder.resolve("model.safetensors"));
    Map<String, Tensor> weights =
        PretrainedWeights.imageEncoder(file, shape(16, NormPlacement.POST));
    Tensor positions = weights.get("vision_model.embeddings.position_embeddings");
    assertThat(positions.shape()).containsExactly(1, 17, WIDTH);
    assertThat(positions.toFloats()).startsWith(0, 1, 2, 3);
  }

  @Test
  void theDistillationTokensPositionIsDropped() {
    Path file =
        vit("deit.", 6)
            .ramp("deit.embeddings.distillation_token", 0, 1, 1, WIDTH)
            .write(folder.resolve("model.safetensors"));
    Map<String, Tensor> weights =
        PretrainedWeights.imageEncoder(file, shape(8, NormPlacement.POST));
    assertThat(weights.get("vision_model.embeddings.position_embeddings").toFloats())
        .hasSize(5 * WIDTH)
        .startsWith(0, 1, 2, 3, 8, 9, 10, 11);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bertsUpperLayersBecomeTheFusionEncoder(boolean oldNames) {
    Path file = bert("bert.", oldNames).write(folder.resolve("model.safetensors"));
    Map<String, Tensor> weights =
        PretrainedWeights.textEncoders(file, shape(8, NormPlacement.POST));
    SafeTensors source = SafeTensors.open(file);
    String query = "attention.self.query.weight";
    assertThat(weights.get("text_model.encoder.layer.1." + query).toFloats())
        .isEqualTo(source.read("bert.encoder.layer.1." + query).toFloats());
    assertThat(weights.get("fusion_model.encoder.layer.0." + query).toFloats())
        .isEqualTo(source.read("bert.encoder.layer.2." + query).toFloats());
    assertThat(weights.get("fusion_model.encoder.layer.0.output.LayerNorm.bias").toFloats())
        .isEqualTo(
            source
                .read("bert.encoder.layer.2.output.LayerNorm" + (oldNames ? ".beta" : ".bias"))
                .toFloats());
    assertThat(weights.keySet()).noneMatch(name -> name.contains("crossattention"));
    assertThat(weights)
        .containsKeys("mlm_head.bias", "mlm_head.transform.dense.weight")
        .hasSize(5 + 3 * 16 + 5);
  }

  @Test
  void longPositionTablesAreCutToTheNetworksLength() {
    Path file = bert("", false).write(folder.resolve("model.safetensors"));
    Map<String, Tensor> weights =
        PretrainedWeights.textEncoders(file, shape(8, NormPlacement.POST));
    assertThat(weights.get("text_model.embeddings.position_embeddings.weight").shape())
        .containsExactly(6, WIDTH);
  }

  @Test
  void falconsOwnNamesAreKept() {
    Path file =
        new SafeTensorsFile()
            .ramp("text_model.embeddings.word_embeddings.weight", 0, WORDS, WIDTH)
            .ramp("fusion_model.encoder.LayerNorm.bias", 0, WIDTH)
            .ramp("vision_model.layernorm.bias", 0, WIDTH)
            .write(folder.resolve("model.safetensors"));
    assertThat(PretrainedWeights.textEncoders(file, shape(8, NormPlacement.PRE)).keySet())
        .containsExactly(
            "text_model.embeddings.word_embeddings.weight", "fusion_model.encoder.LayerNorm.bias");
  }

  @Test
  void aCheckpointOfAnotherWidthIsRefused() {
    Path file =
        vit("vit.", 5)
            .ramp("vit.embeddings.cls_token", 0, 1, 1, 5)
            .write(folder.resolve("model.safetensors"));
    assertThatThrownBy(() -> PretrainedWeights.imageEncoder(file, shape(8, NormPlacement.POST)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            "vit.embeddings.cls_token has the shape [1, 1, 5]; this network wants [1, 1, 4]");
  }

  @Test
  void aCheckpointWithFewerLayersIsRefused() {
    Path file = bert("bert.", false).write(folder.resolve("model.safetensors"));
    EncoderShape encoder = new EncoderShape(WIDTH, 2, 6, HIDDEN, 1e-12f);
    NetworkShape deeper =
        new NetworkShape(8, 4, encoder, encoder, 6, NormPlacement.POST, WORDS, 6, 3);
    assertThatThrownBy(() -> PretrainedWeights.textEncoders(file, deeper))
        .hasMessageContaining("has no tensor named bert.encoder.layer.3.");
  }

  @Test
  void aCheckpointOfAnotherKindIsRefused() {
    Path file =
        new SafeTensorsFile().ramp("conv1.weight", 0, 2).write(folder.resolve("r.safetensors"));
    assertThatThrownBy(() -> PretrainedWeights.imageEncoder(file, shape(8, NormPlacement.POST)))
        .hasMessageContaining("has no tensor named embeddings.cls_token");
  }

  @Test
  void bertDoesNotStartANetworkThatNormalisesBefore() {
    Path file = bert("bert.", false).write(folder.resolve("model.safetensors"));
    assertThatThrownBy(() -> PretrainedWeights.textEncoders(file, shape(8, NormPlacement.PRE)))
        .isInstanceOf(RequestException.class);
  }

  private static SafeTensorsFile vit(String prefix, int tokens) {
    SafeTensorsFile file = new SafeTensorsFile();
    file.ramp(prefix + "embeddings.cls_token", 0.5f, 1, 1, WIDTH);
    file.ramp(prefix + "embeddings.position_embeddings", 0, 1, tokens, WIDTH);
    String patches = prefix + "embeddings.patch_embeddings.projection";
    file.ramp(patches + ".weight", 0, WIDTH, 3, 4, 4).ramp(patches + ".bias", 1, WIDTH);
    for (int i = 0; i < 2; i++) {
      String block = prefix + "encoder.layer." + i + ".";
      block(file, block, "attention.attention", i);
      norm(file, block + "layernorm_before", "weight", "bias");
      norm(file, block + "layernorm_after", "weight", "bias");
    }
    norm(file, prefix + "layernorm", "weight", "bias");
    return file.ramp("classifier.weight", 0, 2, WIDTH);
  }

  private static SafeTensorsFile bert(String prefix, boolean oldNames) {
    String scale = oldNames ? "gamma" : "weight";
    String shift = oldNames ? "beta" : "bias";
    SafeTensorsFile file = new SafeTensorsFile();
    String embeddings = prefix + "embeddings.";
    file.ramp(embeddings + "word_embeddings.weight", 0, WORDS, WIDTH);
    file.ramp(embeddings + "position_embeddings.weight", 0, 12, WIDTH);
    file.ramp(embeddings + "token_type_embeddings.weight", 0, 2, WIDTH);
    file.add(embeddings + "position_ids", "I64", new float[12], 1, 12);
    norm(file, embeddings + "LayerNorm", scale, shift);
    for (int i = 0; i < 3; i++) {
      String block = prefix + "encoder.layer." + i + ".";
      block(file, block, "attention.self", i);
      norm(file, block + "attention.output.LayerNorm", scale, shift);
      norm(file, block + "output.LayerNorm", scale, shift);
    }
    file.ramp("cls.predictions.bias", 0, WORDS);
    file.ramp("cls.predictions.transform.dense.weight", 0, WIDTH, WIDTH);
    file.ramp("cls.predictions.transform.dense.bias", 0, WIDTH);
    norm(file, "cls.predictions.transform.LayerNorm", scale, shift);
    return file;
  }

  private static void block(SafeTensorsFile file, String block, String attention, int layer) {
    for (String part : List.of(".query", ".key", ".value")) {
      linear(file, block + attention + part, layer, WIDTH, WIDTH);
    }
    linear(file, block + "attention.output.dense", layer, WIDTH, WIDTH);
    linear(file, block + "intermediate.dense", layer, HIDDEN, WIDTH);
    linear(file, block + "output.dense", layer, WIDTH, HIDDEN);
  }

  private static void linear(SafeTensorsFile file, String name, int layer, int out, int in) {
    file.ramp(name + ".weight", 100 * layer, out, in).ramp(name + ".bias", 100 * layer, out);
  }

  private static void norm(SafeTensorsFile file, String name, String scale, String shift) {
    file.ramp(name + "." + scale, 1, WIDTH).ramp(name + "." + shift, 2, WIDTH);
  }
}
