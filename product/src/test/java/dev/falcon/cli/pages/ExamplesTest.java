// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell code of the examples runs as written, in a copy of their folder. Their Python runs with
 * the interpreter that the property {@code falcon.python} names, and not without it.
 */
@DisabledOnOs(OS.WINDOWS)
class ExamplesTest {
  private static final Path EXAMPLES = PageShell.HOME.resolve("examples");

  @TempDir private Path folder;

  private static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(Files::isDirectory).sorted().toList();
    }
  }

  private void write() throws IOException, InterruptedException {
    Path bin = folder.resolve("bin");
    StandIns.write(bin);
    StandIns.program(bin, "java", "exec \"$JAVA\" \"$@\"");
    String python = System.getProperty("falcon.python");
    StandIns.program(bin, "python", python == null ? "exit 0" : "exec " + python + " \"$@\"");
    // The class path of the tests serves in place of the built clone's.
    Path built = Files.createDirectories(folder.resolve("cli/target"));
    Files.writeString(built.resolve("classpath"), System.getProperty("java.class.path"));
    Files.createSymbolicLink(
        folder.resolve("onnx-models"), PageShell.HOME.resolve("onnx-models").toAbsolutePath());
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve("examples").resolve(EXAMPLES.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private void run(Path page) throws Exception {
    List<String> commands = PageCode.commands(page);
    assertThat(commands).as(page.toString()).isNotEmpty();
    try (PageShell shell = new PageShell(folder, page.getParent())) {
      shell.run("", String.join("\n", commands));
    }
  }

  @Test
  void runAsWritten() throws Exception {
    write();
    run(folder.resolve("examples/README.md"));
    List<Path> examples = examples();
    assertThat(examples).hasSize(7);
    for (Path example : examples) {
      run(folder.resolve("examples").resolve(example.getFileName()).resolve("README.md"));
    }
  }
}
