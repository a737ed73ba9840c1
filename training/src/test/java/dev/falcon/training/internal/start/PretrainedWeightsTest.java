package dev.falcon.training.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.EncoderConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.NormPlacement;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On small files with the names of Hugging Face's ViT and BERT. */
class PretrainedWeightsTest {
  private static final int TEXT_LAYERS = 1;

  @TempDir private Path folder;

  private static ParameterLayout layout(int imageSize) {
    ModelConfig config =
        new ModelConfig(
            imageSize,
            4,
            new EncoderConfig(6, 2, 1, 8, 1e-6f),
            new EncoderConfig(4, 2, TEXT_LAYERS, 8, 1e-6f),
            1,
            NormPlacement.POST,
            5,
            0,
            3,
            new TemperatureConfig(0.07f, 0.01f, 0.5f),
            Initialisation.NORMAL);
    return new Albef(config, 9).layout();
  }

  private static float[] random(String name, int size) {
    RandomStream random = RandomStream.of(3, name);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private Path vit(String prefix) {
    Path file = folder.resolve("vit.safetensors");
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : layout(16).entries()) {
      if (entry.name().startsWith("vision_model.")) {
        String name = prefix + entry.name().substring("vision_model.".length());
        writer.tensor(name, random(entry.name(), entry.size()), entry.shape());
      }
    }
    writer.tensor("classifier.weight", new float[12], 2, 6).write(file);
    return file;
  }

  @Test
  void anImageEncoderLoadsByItsHuggingFaceNames() {
    for (String prefix : new String[] {"vit.", "deit.", ""}) {
      Map<String, float[]> weights = new PretrainedWeights(vit(prefix), layout(16)).imageEncoder();
      assertThat(weights).hasSize(2 + 2 + 16 + 2);
      weights.forEach(
          (name, values) -> assertThat(values).containsExactly(random(name, values.length)));
    }
  }

  @Test
  void positionsAreInterpolatedToAnotherGridAndTheClassTokensPositionStays() {
    String name = "vision_model.embeddings.position_embeddings";
    float[] first = random(name, 17 * 6);
    float[] values = new PretrainedWeights(vit("vit."), layout(24)).imageEncoder().get(name);
    assertThat(Arrays.copyOf(values, 6)).containsExactly(Arrays.copyOf(first, 6));
    assertThat(Arrays.copyOfRange(values, 6, values.length))
        .containsExactly(Bicubic.resize(Arrays.copyOfRange(first, 6, first.length), 4, 6, 6));
  }

  @Test
  void bertsUpperLayersBecomeTheFusionEncoderAndCrossAttentionStaysNew() {
    Path file = folder.resolve("bert.safetensors");
    SafeTensorsWriter writer = new SafeTensorsWriter();
    for (ParameterLayout.Entry entry : layout(16).entries()) {
      String name = entry.name();
      String theirs = null;
      if (name.startsWith("text_model.")) {
        theirs = "bert." + name.substring("text_model.".length());
      } else if (name.startsWith("fusion_model.") && !name.contains("crossattention")) {
        theirs = "bert." + name.substring("fusion_model.".length()).replace("layer.0", "layer.1");
      } else if (name.startsWith("mlm_head.")) {
        theirs = "cls.predictions." + name.substring("mlm_head.".length());
      }
      if (theirs == null) {
        continue;
      }
      // As old checkpoints call them; and BERT's table of positions is longer.
      theirs = theirs.replace("LayerNorm.weight", "LayerNorm.gamma");
      if (name.equals("text_model.embeddings.position_embeddings.weight")) {
        writer.tensor(theirs, random(name, 8 * 4), 8, 4);
      } else {
        writer.tensor(theirs, random(name, entry.size()), entry.shape());
      }
    }
    writer.write(file);
    Map<String, float[]> weights = new PretrainedWeights(file, layout(16)).textEncoder(TEXT_LAYERS);
    assertThat(weights)
        .containsKeys(
            "fusion_model.encoder.layer.0.attention.self.query.weight",
            "mlm_head.transform.dense.weight",
            "mlm_head.bias")
        .doesNotContainKey("fusion_model.encoder.layer.0.crossattention.self.query.weight");
    weights.forEach(
        (name, values) -> assertThat(values).as(name).containsExactly(random(name, values.length)));
  }

  @Test
  void anotherShapeIsRefusedWithBothShapes() {
    Path file = folder.resolve("wide.safetensors");
    new SafeTensorsWriter().tensor("embeddings.cls_token", new float[12], 1, 1, 12).write(file);
    PretrainedWeights wide = new PretrainedWeights(file, layout(16));
    assertThatThrownBy(wide::imageEncoder)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("[1, 1, 12]")
        .hasMessageContaining("[1, 1, 6]");
    assertThatThrownBy(() -> wide.textEncoder(TEXT_LAYERS))
        .hasMessageContaining("holds no encoder of the wanted kind");
  }
}
