// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework;

import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.FrameworkProvider;
import dev.falcon.training.internal.input.Vocabulary;

/** Creates the framework of a configuration. */
public final class Frameworks {
  private Frameworks() {}

  /** Returns the framework of a run. */
  public static Framework of(TrainConfig config, Vocabulary vocabulary) {
    FrameworkKind.require(config);
    // The configuration's package cannot name the network factories; all kinds come from here.
    FrameworkProvider provider =
        (FrameworkProvider) FrameworkKind.named(config.model().framework());
    return provider.framework(config, vocabulary);
  }
}
