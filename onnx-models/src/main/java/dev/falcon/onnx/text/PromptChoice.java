package dev.falcon.onnx.text;

/** Choice of the prompt before the texts of a side. */
public sealed interface PromptChoice {
  /** The model folder's prompt for the side, if it has one. */
  PromptChoice USUAL = new Usual();

  /** The folder's own choice. */
  record Usual() implements PromptChoice {}

  /**
   * The folder's prompt of that name.
   *
   * @param name such as {@code query}
   */
  record Named(String name) implements PromptChoice {}

  /**
   * A user's text; empty for no prompt.
   *
   * @param text the prompt
   */
  record Literal(String text) implements PromptChoice {}
}
