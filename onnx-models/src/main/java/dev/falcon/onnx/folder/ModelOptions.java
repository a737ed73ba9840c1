package dev.falcon.onnx.folder;

import dev.falcon.onnx.text.PromptChoice;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextSide;
import java.util.Optional;

/**
 * User options of a model folder.
 *
 * @param precision of the opened files
 * @param cleaning overrides the folder's text cleaning
 * @param queryPrompt prompt before query texts
 * @param corpusPrompt prompt before corpus texts, including captions
 */
public record ModelOptions(
    Precision precision,
    Optional<TextCleaning> cleaning,
    PromptChoice queryPrompt,
    PromptChoice corpusPrompt) {
  /** Full precision, and the folder's settings. */
  public static final ModelOptions DEFAULT = new ModelOptions(Precision.FP32, Optional.empty());

  /** With the folder's own prompts. */
  public ModelOptions(Precision precision, Optional<TextCleaning> cleaning) {
    this(precision, cleaning, PromptChoice.USUAL, PromptChoice.USUAL);
  }

  /** The prompt of a side. */
  public PromptChoice prompt(TextSide side) {
    return side == TextSide.QUERY ? queryPrompt : corpusPrompt;
  }
}
