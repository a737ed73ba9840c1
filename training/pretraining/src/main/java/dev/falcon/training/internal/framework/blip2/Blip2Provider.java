// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.FrameworkProvider;
import dev.falcon.training.internal.input.Vocabulary;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Provides stage 1 of BLIP-2 (Li et al., 2023): contrast, matching and generation on a frozen image
 * encoder.
 */
public final class Blip2Provider implements FrameworkProvider {
  @Override
  public String name() {
    return "blip2";
  }

  @Override
  public List<String> presets() {
    return List.of("blip2-tiny", "blip2-vitg");
  }

  @Override
  public Set<FrameworkTrait> traits() {
    return Set.of(FrameworkTrait.QUERIES, FrameworkTrait.PARTS, FrameworkTrait.FROZEN_IMAGES);
  }

  @Override
  public String publishedStart() {
    return "published runs start with EVA-CLIP's ViT-g/14, which every checkpoint of BLIP-2 holds,"
        + " and with BERT-base: start.image_encoder=blip2-opt-2.7b/model.safetensors.index.json"
        + " and start.text_encoder=bert-base-uncased/model.safetensors";
  }

  @Override
  public Tokenizer.Special specialTokens() {
    return Tokenizer.Special.BLIP2;
  }

  @Override
  public void check(TrainConfig config) {
    ModelConfig model = config.model();
    Checks.atLeast("model.queries", model.queries(), 1);
    int crossing = (model.text().layers() + 1) / 2;
    if (model.fusionLayers() != crossing) {
      throw new RequestException(
          "model.fusion_layers must be "
              + crossing
              + ", as every second one of the Q-Former's "
              + model.text().layers()
              + " layers looks at the image; fusion_layers="
              + model.fusionLayers());
    }
    if (model.textNorm() != NormPlacement.POST) {
      throw new RequestException(
          "model.framework: blip2 requires model.text_norm: post, because the Q-Former is a BERT;"
              + " text_norm="
              + model.textNorm().name().toLowerCase(Locale.ROOT));
    }
  }

  @Override
  public Framework framework(TrainConfig config, Vocabulary vocabulary) {
    return new Blip2Framework(config.model(), vocabulary);
  }
}
