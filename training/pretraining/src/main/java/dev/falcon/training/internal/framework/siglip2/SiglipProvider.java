// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
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
 * Provides SigLIP-2 (Tschannen et al., 2025): contrast of two towers, and a decoder of captions.
 */
public final class SiglipProvider implements FrameworkProvider {
  @Override
  public String name() {
    return "siglip2";
  }

  @Override
  public List<String> presets() {
    return List.of("siglip2-tiny", "siglip2-base");
  }

  @Override
  public Set<FrameworkTrait> traits() {
    return Set.of(
        FrameworkTrait.BIAS,
        FrameworkTrait.ONE_VECTOR,
        FrameworkTrait.PARTS,
        FrameworkTrait.DECODER);
  }

  @Override
  public String publishedStart() {
    return "published runs start with SigLIP-2's own towers:"
        + " start.image_encoder=siglip2-base-patch16-256 and"
        + " start.text_encoder=siglip2-base-patch16-256";
  }

  @Override
  public Tokenizer.Special specialTokens() {
    return Tokenizer.Special.GEMMA;
  }

  @Override
  public void check(TrainConfig config) {
    ModelConfig model = config.model();
    if (model.projection() != model.vision().width()) {
      throw new RequestException(
          "model.projection must be model.vision.width, as SigLIP's image tower has no projection;"
              + " projection="
              + model.projection()
              + ", width="
              + model.vision().width());
    }
    if (model.textNorm() != NormPlacement.PRE || model.dropout() != 0) {
      throw new RequestException(
          "model.framework: siglip2 requires model.text_norm: pre and model.dropout: 0; text_norm="
              + model.textNorm().name().toLowerCase(Locale.ROOT)
              + ", dropout="
              + model.dropout());
    }
    if (config.data().text().heldTokens() != model.maxTokens()) {
      throw new RequestException(
          "data.text.held_tokens must be model.max_tokens, as SigLIP reads captions of one length;"
              + " held_tokens="
              + config.data().text().heldTokens()
              + ", max_tokens="
              + model.maxTokens());
    }
  }

  @Override
  public Framework framework(TrainConfig config, Vocabulary vocabulary) {
    return new SiglipFramework(config.model(), vocabulary, config.optimiser().decoderRate());
  }
}
