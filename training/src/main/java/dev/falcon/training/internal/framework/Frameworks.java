package dev.falcon.training.internal.framework;

import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.framework.pass.FrameworkProvider;
import dev.falcon.training.internal.input.text.Vocabulary;

/** The frameworks by their configuration. */
public final class Frameworks {
  private Frameworks() {}

  /** The framework that a run asks for. */
  public static Framework of(TrainConfig config, Vocabulary vocabulary) {
    FrameworkKind.require(config);
    // The configuration's package cannot name what makes networks; all kinds are such.
    FrameworkProvider provider =
        (FrameworkProvider) FrameworkKind.named(config.model().framework());
    return provider.framework(config, vocabulary);
  }
}
