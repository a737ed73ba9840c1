package dev.falcon.training.internal.finetuning.language;

import dev.falcon.training.internal.telling.Stage2Config;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.List;
import java.util.Map;

/** A language model that learns to read images, and never changes. */
interface LanguageModel {
  /** Its sizes, behind an image's side. */
  Stage2Config config();

  /** The text of its {@code tokenizer.json}. */
  String tokenizer();

  /**
   * Its weights.
   *
   * @param wanted all of them
   */
  Map<String, float[]> weights(List<ParameterLayout.Entry> wanted);
}
