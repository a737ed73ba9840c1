package dev.falcon.training.internal.framework;

import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.albef.AlbefFramework;
import dev.falcon.training.internal.framework.blip2.Blip2Framework;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.framework.siglip2.SiglipFramework;
import dev.falcon.training.internal.input.text.Vocabulary;

/** The frameworks by their configuration. */
public final class Frameworks {
  private Frameworks() {}

  /** The framework that a run asks for. */
  public static Framework of(TrainConfig config, Vocabulary vocabulary) {
    return switch (config.model().framework()) {
      case ALBEF ->
          new AlbefFramework(config.model(), vocabulary, config.objective().maskProbability());
      case SIGLIP2 ->
          new SiglipFramework(config.model(), vocabulary, config.optimiser().decoderRate());
      case BLIP2 -> new Blip2Framework(config.model(), vocabulary);
    };
  }
}
