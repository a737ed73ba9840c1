// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Cli;
import dev.falcon.data.work.FolderLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that finds another at work where it is to write says so, and writes nothing. */
class TwoWritersTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data convert scenes:test,count=20 --out",
        "data generate scenes --count=20 --out",
        "embed --input-dataset=scenes:test,count=20 --out",
        "eval retrieval --input-dataset=scenes:test,count=20 --output-dir",
        "train --preset=scenes-tiny --out",
      })
  void theSecondWriterIsRefused(String words) throws Exception {
    List<Object> command = new ArrayList<>(List.of(words.split(" ", -1)));
    command.add(folder);
    if (words.startsWith("embed") || words.startsWith("eval")) {
      command.add("--model=" + HOME.resolve("onnx-models/scenes-tiny"));
    }
    command.add("--quiet");

    Cli.Result result = FolderLock.holding(folder, () -> Cli.launch(command.toArray()));

    assertThat(result.errors().lines()).hasSize(1).first().asString().contains("is writing there");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(folder).isEmptyDirectory();
  }
}
