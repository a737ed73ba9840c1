// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.List;
import java.util.Map;

/** A frozen language model that receives images as inputs. */
interface LanguageModel {
  /** Returns the sizes of the language model and of the image side. */
  Stage2Config config();

  /** Returns the text of its {@code tokenizer.json}. */
  String tokenizer();

  /**
   * Returns the weights of the language model.
   *
   * @param wanted the entries of all weights
   */
  Map<String, float[]> weights(List<ParameterLayout.Entry> wanted);
}
