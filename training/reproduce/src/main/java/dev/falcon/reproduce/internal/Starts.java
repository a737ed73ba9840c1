// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.training.config.StartConfig;
import java.util.ArrayList;
import java.util.List;

/** Reports that a comparison's initial weights differ from those of the published runs. */
final class Starts {
  private Starts() {}

  /**
   * Notifies the user of encoders that start from random weights, if the comparison shows published
   * scores.
   */
  static void note(ComparisonRequest request, List<PlannedRun> runs) {
    if (request.comparison().published().isEmpty()) {
      return;
    }
    List<String> random = new ArrayList<>();
    if (runs.stream().anyMatch(run -> isRandom(run.config().start().imageEncoder()))) {
      random.add("start.image_encoder");
    }
    if (runs.stream().anyMatch(run -> isRandom(run.config().start().textEncoder()))) {
      random.add("start.text_encoder");
    }
    if (!random.isEmpty()) {
      request
          .watch()
          .notes()
          .accept(
              "the published runs started from an image encoder trained on ImageNet and from BERT;"
                  + " here random weights are the start: "
                  + String.join(", ", random)
                  + " may name a safetensors file");
    }
  }

  private static boolean isRandom(String start) {
    return start.equals(StartConfig.RANDOM);
  }
}
