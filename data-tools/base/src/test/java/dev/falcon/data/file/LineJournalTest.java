// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LineJournalTest {
  /** The size in bytes up to which the other process may write a file. */
  private static final int LIMIT = 1024;

  @TempDir private Path folder;

  @Test
  void anIncompleteLastLineDoesNotCountAndIsRemoved() throws IOException {
    Path file = folder.resolve("lines.jsonl");
    byte[] cut = "one\ntwo \u0434".getBytes(StandardCharsets.UTF_8);
    Files.write(file, Arrays.copyOf(cut, cut.length - 1));
    assertThat(LineJournal.lines(file)).containsExactly("one");
    try (LineJournal journal = LineJournal.open(file)) {
      journal.add("two");
      journal.addForced("three");
    }
    assertThat(file).hasContent("one\ntwo\nthree\n");
    String longLine = "x".repeat(20_000);
    Files.writeString(file, "one\n" + longLine);
    LineJournal.open(file).close();
    assertThat(file).hasContent("one\n");
    Files.writeString(file, longLine);
    LineJournal.open(file).close();
    assertThat(file).isEmptyFile();
    LineJournal.open(folder.resolve("new.jsonl")).close();
    assertThat(folder.resolve("new.jsonl")).isEmptyFile();
  }

  @Test
  void aFolderIsNoJournal() {
    assertThatThrownBy(() -> LineJournal.open(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(folder + ": cannot be written");
  }

  /**
   * The other process writes under a limit of the platform, which cuts a line as a full disk does.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aLineThatDoesNotFitIsTakenBack() throws IOException, InterruptedException {
    Path file = folder.resolve("lines.jsonl");
    Path said = folder.resolve("said.txt");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder limited =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f $1 && exec \"${@:2}\"",
                "bash",
                Integer.toString(LIMIT / 1024),
                java,
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Filling.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());

    int exitCode = limited.start().waitFor();

    assertThat(exitCode).as(Files.readString(said)).isZero();
    assertThat(Files.readString(said)).contains("lines.jsonl: cannot be written: ");
    List<String> lines = LineJournal.lines(file);
    assertThat(lines).hasSize(4).startsWith("0".repeat(300)).endsWith("short");
    assertThat(Files.size(file)).isEqualTo(3 * 301 + 6);
  }

  /** Adds lines until one does not fit, and then one that does. */
  static final class Filling {
    private Filling() {}

    public static void main(String[] arguments) {
      try (LineJournal journal = LineJournal.open(Path.of(arguments[0]))) {
        try {
          for (int line = 0; line < 10; line++) {
            journal.addForced(Integer.toString(line).repeat(300));
          }
        } catch (FalconException e) {
          System.out.println(e.getMessage());
          journal.addForced("short");
        }
      }
    }
  }
}
