package dev.falcon.onnx.folder;

import dev.falcon.onnx.text.TextCleaning;
import java.util.Optional;

/**
 * What a user chooses of a model folder.
 *
 * @param precision whose files are opened
 * @param cleaning overrides the text cleaning that the folder's files lead to
 */
public record ModelOptions(Precision precision, Optional<TextCleaning> cleaning) {
  /** Full precision, and what the folder says. */
  public static final ModelOptions DEFAULT = new ModelOptions(Precision.FP32, Optional.empty());
}
