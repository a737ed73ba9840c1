// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.Vocabulary;

/** A kind of framework that can create its network. Each is listed in the file of services. */
public interface FrameworkProvider extends FrameworkKind {
  /**
   * Returns the framework of a configuration.
   *
   * @param vocabulary the vocabulary of its input
   */
  Framework framework(TrainConfig config, Vocabulary vocabulary);
}
