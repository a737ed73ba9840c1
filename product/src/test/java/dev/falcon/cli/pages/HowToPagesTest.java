// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shell code of every how-to runs as written, in a folder that holds small files under the
 * names that the page uses. A page's preparation is {@code how-to/PAGE.sh} of the test's resources;
 * what does not run, or runs smaller, stands in {@link PageTable} with the reason.
 */
@DisabledOnOs(OS.WINDOWS)
class HowToPagesTest {

  private static final Path PAGES = PageShell.HOME.resolve("docs/how-to");

  @TempDir private static Path shared;
  @TempDir private Path folder;

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files.map(file -> file.getFileName().toString().replace(".md", "")).sorted().toList();
    }
  }

  /** Once, by the first page that runs. */
  private static synchronized void makeWhatSeveralPagesUse() throws Exception {
    if (!Files.exists(shared.resolve("bin"))) {
      StandIns.write(shared.resolve("bin"));
      try (PageShell shell = new PageShell(shared, shared)) {
        shell.run(StandIns.preparation("shared"), "");
      }
    }
  }

  /** A page's preparation, and its blocks one after the other, in one shell. */
  @ParameterizedTest
  @MethodSource("pages")
  @Execution(ExecutionMode.CONCURRENT)
  void runsAsWritten(String page) throws Exception {
    makeWhatSeveralPagesUse();
    List<String> script = new ArrayList<>();
    for (String command : PageCode.commands(PAGES.resolve(page + ".md"))) {
      script.add(PageTable.runnable(page, command));
    }
    try (PageShell shell = new PageShell(shared, folder)) {
      shell.run(StandIns.preparation(page), String.join("\n", script));
      for (String cell : PageCode.cells(PAGES.resolve(page + ".md"))) {
        shell.clear();
        shell.run(StandIns.preparation(page), PageTable.runnable(page, cell));
      }
    }
  }

  @Test
  void theTableHoldsNothingThatThePagesHaveNot() throws IOException {
    Map<String, String> codes = new HashMap<>();
    for (String page : pages()) {
      codes.put(page, String.join("\n", PageCode.commands(PAGES.resolve(page + ".md"))));
    }
    assertThat(PageTable.unused(codes)).isEmpty();
  }
}
