// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

import java.util.Optional;

/**
 * The settings of the conversion of captions to ids.
 *
 * @param cleaning the cleaning of a caption before the tokenizer
 * @param maxLength the maximum number of tokens per caption, including special tokens; longer
 *     captions are truncated but keep their end token
 * @param padding how the captions of a batch are padded to equal length
 * @param padId the id of the padding token
 * @param firstToken the token that replaces the tokenizer's first token, such as BLIP's {@code
 *     [ENC]} for matching; empty for none
 * @param endToken whether the tokenizer's end token, if any, is kept; ALBEF's captions have none
 * @param maxWords the maximum number of words after cleaning; longer captions are truncated
 * @param prompt the prompt that precedes every caption
 * @param strip whether white space at both ends is removed, after the prompt is added and before
 *     the cleaning
 */
public record TextSettings(
    TextCleaning cleaning,
    int maxLength,
    Padding padding,
    int padId,
    Optional<String> firstToken,
    boolean endToken,
    int maxWords,
    TextPrompt prompt,
    boolean strip) {
  /** Creates settings without a limit on words, without a prompt and without stripping. */
  public TextSettings(
      TextCleaning cleaning,
      int maxLength,
      Padding padding,
      int padId,
      Optional<String> firstToken,
      boolean endToken) {
    this(
        cleaning,
        maxLength,
        padding,
        padId,
        firstToken,
        endToken,
        Integer.MAX_VALUE,
        TextPrompt.NONE,
        false);
  }

  /** How the captions of a batch are padded to equal length. */
  public enum Padding {
    /**
     * To the full length, or to a shorter one if a test shows that the graph does not depend on
     * padding. CLIP's does not: it takes its vector at the end token and attends only to earlier
     * tokens.
     */
    AUTO,
    /** To the full length, as in the training of CLIP and SigLIP. */
    MAX_LENGTH,
    /**
     * To the longest caption of the batch, which is faster if the model masks or ignores padding.
     */
    LONGEST,
    /**
     * Each caption to the next multiple of 4 of its own length, for graphs whose attention mask
     * hides padding, such as those of sentence encoders.
     */
    MASKED
  }

  /** Returns a copy with another cleaning. */
  public TextSettings withCleaning(TextCleaning other) {
    return new TextSettings(
        other, maxLength, padding, padId, firstToken, endToken, maxWords, prompt, strip);
  }
}
