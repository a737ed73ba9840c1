package dev.falcon.onnx.text;

import java.util.Optional;

/**
 * Conversion of captions to ids.
 *
 * @param cleaning of the caption before the tokenizer
 * @param maxLength maximum number of tokens of a caption, including special ones; more are
 *     truncated, and the end token stays
 * @param padding of captions of one batch to equal length
 * @param padId the padding token
 * @param firstToken replacement of the tokenizer's first token, such as BLIP's {@code [ENC]} before
 *     matching; empty for none
 * @param endToken whether the tokenizer's end token, if any, is kept; ALBEF's captions have none
 * @param maxWords maximum number of words after cleaning; more are truncated
 * @param prompt before every caption
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
  /** Without a limit of words, without a prompt, and without stripping. */
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

  /** Padding of captions of one batch to equal length. */
  public enum Padding {
    /**
     * To the full length, or shorter if the graph is found not to depend on padding: CLIP's, which
     * reads its vector at the end token and attends only backwards.
     */
    AUTO,
    /** To the full length, as in the training of CLIP and SigLIP. */
    MAX_LENGTH,
    /** To the longest of the batch: faster where the model masks or ignores the padding. */
    LONGEST,
    /**
     * Each to the next multiple of 4 of its own length, for graphs whose attention mask hides the
     * padding: those of sentence encoders.
     */
    MASKED
  }

  /** Returns a copy with another cleaning. */
  public TextSettings withCleaning(TextCleaning other) {
    return new TextSettings(
        other, maxLength, padding, padId, firstToken, endToken, maxWords, prompt, strip);
  }
}
