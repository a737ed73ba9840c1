// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TellCommandTest {
  @TempDir private Path folder;

  private Cli.Result launch(String... more) {
    String[] words = new String[more.length + 7];
    String[] usual = {
      "tell",
      "--model",
      folder.toString(),
      "--input-dataset",
      "scenes:test,count=1",
      "--out",
      folder.resolve("captions.json").toString()
    };
    System.arraycopy(usual, 0, words, 0, usual.length);
    System.arraycopy(more, 0, words, usual.length, more.length);
    return Cli.launch((Object[]) words);
  }

  @Test
  void reportsAFolderWithoutAModelInOneLine() {
    Cli.Result result = launch();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("config.json: there is no such file; expected a folder of Blip2For")
        .doesNotContain("Exception");
  }

  @Test
  void wrongSettingsAreUsage() {
    Cli.Result beams = launch("--beams", "0");
    assertThat(beams.exitCode()).isEqualTo(2);
    assertThat(beams.errors()).contains("beams must be at least 1; beams=0");
    Cli.Result prompt = launch("--answers", "--prompt", "what");
    assertThat(prompt.exitCode()).isEqualTo(2);
    assertThat(prompt.errors()).contains("must have {} where the question goes; prompt=what");
  }
}
