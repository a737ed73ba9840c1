package dev.falcon.training.config.data;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.internal.Checks;

/**
 * How captions become tokens. The generated world has words of its own and looks at none of this.
 *
 * @param tokenizer a {@code tokenizer.json}, BERT's {@code vocab.txt}, or a folder that holds one
 * @param cleaning what is done to a caption before: {@code albef}, {@code none}, …
 * @param maxTokens the most tokens of a training caption, the first one included
 * @param heldTokens the same for captions of the evaluation and of the exported model
 */
public record TextConfig(String tokenizer, String cleaning, int maxTokens, int heldTokens) {
  public TextConfig {
    Checks.atLeast("data.text.max_tokens", maxTokens, 2);
    Checks.atLeast("data.text.held_tokens", heldTokens, 2);
    try {
      TextCleaning.parse(cleaning);
    } catch (RequestException e) {
      throw new RequestException("data.text.cleaning: " + e.getMessage());
    }
  }
}
