package dev.falcon.onnx.text;

import java.util.Optional;

/**
 * How captions become ids.
 *
 * @param cleaning what is done to the caption before the tokenizer
 * @param maxLength the most tokens of a caption, special ones included; more are cut off, and the
 *     end token stays
 * @param padding how captions of one batch are made equally long
 * @param padId the id that fills the rest
 * @param firstToken what replaces the tokenizer's first token, such as BLIP's {@code [ENC]} before
 *     matching; empty to keep it
 * @param endToken whether the end token is kept that the tokenizer puts behind a caption, where it
 *     does; ALBEF's captions have none
 * @param maxWords the most words that the cleaning leaves; more are cut off
 */
public record TextSettings(
    TextCleaning cleaning,
    int maxLength,
    Padding padding,
    int padId,
    Optional<String> firstToken,
    boolean endToken,
    int maxWords) {
  /** Without a limit of words. */
  public TextSettings(
      TextCleaning cleaning,
      int maxLength,
      Padding padding,
      int padId,
      Optional<String> firstToken,
      boolean endToken) {
    this(cleaning, maxLength, padding, padId, firstToken, endToken, Integer.MAX_VALUE);
  }

  /** How captions of one batch are made equally long. */
  public enum Padding {
    /**
     * Each to the full length, but to no more than a caption needs where the graph turns out not to
     * look at padding: CLIP's, which reads its vector at the end token and looks only back.
     */
    AUTO,
    /** Each to the full length, as the trainers of CLIP and SigLIP did. */
    MAX_LENGTH,
    /** To the longest of the batch: quicker where the model masks or ignores the padding. */
    LONGEST
  }

  /** The same with another cleaning. */
  public TextSettings withCleaning(TextCleaning other) {
    return new TextSettings(other, maxLength, padding, padId, firstToken, endToken, maxWords);
  }
}
