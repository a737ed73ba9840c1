// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.option.OfferedValues;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.training.config.ConfigReader;
import java.util.List;

/**
 * The presets that completion offers. They are separate from other values, so that mining does not
 * load the classes of training.
 */
public final class OfferedPresets {
  private static final List<String> TASKS =
      List.of("assignment", "language", "nlvr", "retrieval", "vqa");

  private OfferedPresets() {}

  /** The presets of training. */
  public static final class OfTraining extends OfferedValues.Values {
    private static final long serialVersionUID = 1;

    OfTraining() {
      super(ConfigReader.PRESETS);
    }
  }

  /** The presets of all tasks of fine-tuning. */
  public static final class OfFineTuning extends OfferedValues.Values {
    private static final long serialVersionUID = 1;

    OfFineTuning() {
      super(
          TASKS.stream()
              .flatMap(task -> FinetuneReader.presets(task).stream())
              .distinct()
              .toList());
    }
  }
}
