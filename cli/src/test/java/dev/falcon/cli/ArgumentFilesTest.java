// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFilesTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static void assertRefused(String message, Object... words) {
    Cli.Result result = Cli.launch(words);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).startsWith("falcon: ").contains(message).hasLineCount(1);
    assertThat(result.output()).isEmpty();
  }

  @Test
  void wordsMayBeQuotedAndFilesMayNameOthers() throws IOException {
    file("my data.csv", "image,caption\na.png,a\n");
    Path inner = file("inner", "'" + folder + "/my data.csv' # a comment\n@" + folder + "/inner");
    Path outer = file("outer", "data\tinspect\n@" + inner + " \"--no-decode\" --quiet");
    Cli.Result direct =
        Cli.launch("data", "inspect", folder + "/my data.csv", "--no-decode", "--quiet");

    assertThat(Cli.launch("@" + outer)).isEqualTo(direct);
    assertThat(direct.output()).contains("my data.csv: csv");
  }

  @Test
  void aFolderIsRefused() {
    assertRefused(folder + ": is a folder; name a file of arguments", "data", "@" + folder);
  }

  @Test
  void filesThatNameEachOtherForeverAreRefused() throws IOException {
    for (int i = 0; i < 40; i++) {
      file("n" + i, "@" + folder.resolve("n" + (i + 1)));
    }
    assertRefused("name each other more than 16 deep", "data", "inspect", "@" + folder + "/n0");
  }

  @Test
  void moreThanCanBeArgumentsIsRefusedWithoutBeingRead() throws IOException {
    file("words", "word ".repeat(800_000));
    assertRefused("may hold 256 KiB in all", "data", "inspect", "@" + folder + "/words");
    file("half", "w ".repeat(70_000));
    String half = "@" + folder + "/half";
    assertRefused("may hold 256 KiB in all", "data", "inspect", half, half);
    Path zeros = Path.of("/dev/zero");
    if (Files.exists(zeros)) {
      assertRefused("may hold 256 KiB in all", "data", "inspect", "@" + zeros);
    }
  }

  @Test
  void aWordStandsForItselfWhereThereIsNoSuchFile() throws IOException {
    Cli.Result result = Cli.launch("data", "inspect", "@" + folder + "/none");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("@" + folder + "/none: there is no such file");
    assertThat(Cli.launch("data", "inspect", "@@" + file("x.csv", "a")).errors())
        .contains("@" + folder + "/x.csv: there is no such file");
  }

  @Test
  void bytesThatAreNoCharactersAreRefused() {
    assertRefused("argument 3, out\uFFFD, has bytes", "mine", "--out", "out\uFFFD");
    assertThat(folder).isEmptyDirectory();
  }
}
