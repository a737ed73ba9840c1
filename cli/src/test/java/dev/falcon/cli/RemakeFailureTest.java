// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RemakeFailureTest {
  private final StringWriter shown = new StringWriter();

  @Test
  void theLastFailureIsKeptWithoutItsNameAndIsNotShown() throws IOException {
    try (RemakeFailure kept = new RemakeFailure(shown);
        PrintWriter lines = new PrintWriter(kept, true)) {
      lines.print("falcon embed: part-0.tar: is");
      lines.flush();
      lines.print(" missing\nfalcon embed: model: has no tokenizer.json\n");
      lines.flush();
      assertThat(kept.failure()).isEqualTo("model: has no tokenizer.json");
    }
    assertThat(shown.toString()).isEmpty();
  }

  @Test
  void allElseIsShownAndProgressAtOnce() throws IOException {
    try (RemakeFailure kept = new RemakeFailure(shown);
        PrintWriter lines = new PrintWriter(kept, true)) {
      lines.print("embedding  5 %");
      lines.flush();
      assertThat(shown.toString()).isEqualTo("embedding  5 %");
      lines.print("\rembedding 10 %\nfalcon");
      assertThat(kept.failure()).isEmpty();
    }
    assertThat(shown.toString()).isEqualTo("embedding  5 %\rembedding 10 %\nfalcon");
  }
}
