// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import dev.falcon.training.internal.input.CaptionTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tokenises captions as targets of a language model, preceded by a prompt and followed by the end
 * token.
 */
final class LanguageTexts implements AutoCloseable {
  private static final int CHUNK = 4096;

  private final TextPipeline pipeline;
  private final String prompt;
  private final int end;

  /**
   * @param prompt the first part of all texts; empty for none
   */
  LanguageTexts(LanguageModel model, String prompt) {
    this.pipeline = CaptionTokenizer.pipeline(model.tokenizer(), model.config().text());
    this.prompt = prompt.strip();
    this.end = model.config().end();
  }

  /** Returns the number of prompt tokens, on which nothing is trained. */
  int given() {
    return prompt.isEmpty() ? 0 : pipeline.encode(List.of(prompt)).length();
  }

  /**
   * Tokenises captions.
   *
   * @param most the maximum number of tokens per caption
   * @return the tokens, one row per caption, without padding
   */
  List<int[]> cut(List<String> captions, int most) {
    String before = prompt.isEmpty() ? "" : prompt + ' ';
    List<int[]> all = new ArrayList<>();
    for (int from = 0; from < captions.size(); from += CHUNK) {
      List<String> some = captions.subList(from, Math.min(captions.size(), from + CHUNK));
      TokenBatch batch = pipeline.encode(some.stream().map(before::concat).toList());
      for (int row = 0; row < batch.rows(); row++) {
        int first = row * batch.length();
        int length = Arrays.stream(batch.mask(), first, first + batch.length()).sum();
        int[] text = Arrays.copyOfRange(batch.ids(), first, first + length + 1);
        text[length] = end;
        all.add(Arrays.copyOf(text, Math.min(most, text.length)));
      }
    }
    return all;
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
