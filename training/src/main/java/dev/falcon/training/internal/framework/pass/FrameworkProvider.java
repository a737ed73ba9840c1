package dev.falcon.training.internal.framework.pass;

import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.text.Vocabulary;

/** A kind of framework that makes its network. Each is named in the file of services. */
public interface FrameworkProvider extends FrameworkKind {
  /**
   * The framework of a configuration.
   *
   * @param vocabulary of what it reads
   */
  Framework framework(TrainConfig config, Vocabulary vocabulary);
}
