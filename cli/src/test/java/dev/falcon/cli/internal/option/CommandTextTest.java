// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTextTest {
  @Test
  void plainArgumentsStandAsTheyAre() {
    assertThat(CommandText.quoted("--out=a/b.parquet")).isEqualTo("--out=a/b.parquet");
    assertThat(CommandText.quoted("falcon+")).isEqualTo("falcon+");
    assertThat(CommandText.quoted("")).isEqualTo("''");
  }

  /** A shell reads back what was typed. */
  @ParameterizedTest
  @ValueSource(strings = {"my data", "it's", "$HOME/*", "a;b", "\"x\"", "'", "~"})
  void aShellReadsTheArgumentBack(String argument) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf %s " + CommandText.quoted(argument)).start();
    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(argument);
  }
}
