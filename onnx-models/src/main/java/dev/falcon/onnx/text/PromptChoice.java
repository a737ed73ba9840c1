// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

/** The choice of the prompt that precedes the texts of a side. */
public sealed interface PromptChoice {
  /** The model folder's prompt for the side, if it has one. */
  PromptChoice USUAL = new Usual();

  /** The folder's own prompt for the side. */
  record Usual() implements PromptChoice {}

  /**
   * The folder's prompt with a given name.
   *
   * @param name the prompt's name, such as {@code query}
   */
  record Named(String name) implements PromptChoice {}

  /**
   * A text that the user gives.
   *
   * @param text the prompt; empty for none
   */
  record Literal(String text) implements PromptChoice {}
}
