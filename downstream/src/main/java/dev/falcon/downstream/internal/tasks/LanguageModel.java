package dev.falcon.downstream.internal.tasks;

import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.List;
import java.util.Map;

/** A frozen language model that is given images. */
interface LanguageModel {
  /** Its sizes, with those of the image side. */
  Stage2Config config();

  /** The text of its {@code tokenizer.json}. */
  String tokenizer();

  /**
   * Its weights.
   *
   * @param wanted the layout of all weights
   */
  Map<String, float[]> weights(List<ParameterLayout.Entry> wanted);
}
