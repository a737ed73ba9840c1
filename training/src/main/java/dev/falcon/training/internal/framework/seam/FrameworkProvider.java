package dev.falcon.training.internal.framework.seam;

import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.Vocabulary;

/** A kind of framework that creates its network. Each is named in the file of services. */
public interface FrameworkProvider extends FrameworkKind {
  /**
   * The framework of a configuration.
   *
   * @param vocabulary of its input
   */
  Framework framework(TrainConfig config, Vocabulary vocabulary);
}
