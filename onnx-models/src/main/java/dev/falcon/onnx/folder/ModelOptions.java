// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.onnx.text.PromptChoice;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextSide;
import java.util.Optional;

/**
 * The user's options for a model folder.
 *
 * @param precision the precision of the graphs to open
 * @param cleaning replaces the folder's text cleaning; empty to keep it
 * @param queryPrompt the prompt before query texts
 * @param corpusPrompt the prompt before corpus texts, including captions
 */
public record ModelOptions(
    Precision precision,
    Optional<TextCleaning> cleaning,
    PromptChoice queryPrompt,
    PromptChoice corpusPrompt) {
  /** Full precision and the folder's own settings. */
  public static final ModelOptions DEFAULT = new ModelOptions(Precision.FP32, Optional.empty());

  /** Creates options with the folder's own prompts. */
  public ModelOptions(Precision precision, Optional<TextCleaning> cleaning) {
    this(precision, cleaning, PromptChoice.USUAL, PromptChoice.USUAL);
  }

  /** Returns the prompt of a side. */
  public PromptChoice prompt(TextSide side) {
    return side == TextSide.QUERY ? queryPrompt : corpusPrompt;
  }
}
