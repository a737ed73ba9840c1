// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.text.TextCleaning;

/**
 * The tokenisation of captions. The generated world has its own vocabulary and ignores these
 * settings.
 *
 * @param tokenizer a {@code tokenizer.json}, BERT's {@code vocab.txt}, or a folder that holds one
 * @param cleaning the cleaning of a caption before tokenisation: {@code albef}, {@code none}, …
 * @param maxTokens the maximum number of tokens of a training caption, including the first token
 * @param heldTokens the maximum number of tokens of a caption in the evaluation and in the exported
 *     model
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
