// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

/**
 * A prompt that precedes every text.
 *
 * @param text the prompt; may be empty
 * @param pooled whether its tokens are pooled
 */
public record TextPrompt(String text, boolean pooled) {
  /** No prompt. */
  public static final TextPrompt NONE = new TextPrompt("", true);
}
