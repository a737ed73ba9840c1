// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.onnx.export.tokenizer.Tokenizer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokensTest {
  /** What reads a tokenizer's file has made sure of it. */
  @Test
  void aTokenizerMustBeJson() {
    Tokenizer broken = new Tokenizer.Given("{", Tokenizer.Special.BERT.all());
    assertThatThrownBy(() -> Tokens.of(broken, 5, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a checkpoint's tokenizer is JSON");
  }
}
