// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.FrameworkProvider;
import dev.falcon.training.internal.input.Vocabulary;
import java.util.List;
import java.util.Set;

/** Provides ALBEF (Li et al., 2021): contrast, matching and masked language modelling. */
public final class AlbefProvider implements FrameworkProvider {
  @Override
  public String name() {
    return ModelConfig.ALBEF;
  }

  @Override
  public List<String> presets() {
    return List.of("scenes-tiny", "albef-base");
  }

  @Override
  public Set<FrameworkTrait> traits() {
    return Set.of(FrameworkTrait.QUEUE, FrameworkTrait.ONE_VECTOR, FrameworkTrait.PARTS);
  }

  @Override
  public String publishedStart() {
    return "published runs start with DeiT-B/16 and BERT-base:"
        + " start.image_encoder=deit-base/model.safetensors and"
        + " start.text_encoder=bert-base-uncased/model.safetensors";
  }

  @Override
  public Tokenizer.Special specialTokens() {
    return Tokenizer.Special.BERT;
  }

  @Override
  public void check(TrainConfig config) {}

  @Override
  public Framework framework(TrainConfig config, Vocabulary vocabulary) {
    return new AlbefFramework(config.model(), vocabulary, config.objective().maskProbability());
  }
}
