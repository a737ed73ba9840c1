// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The libraries of the archive and the wheels, which are the module's own at run time: what a
 * module names for tests hides from it what another one runs with.
 */
class ArchiveTest {
  private static final String SCOPE = ":(compile|runtime)\\b.*";

  /** Returns what Maven has listed for a module, such as {@code org.slf4j:slf4j-nop:jar:2.0.17}. */
  private static Set<String> libraries(String module) throws IOException {
    Path file = Modules.home().resolve(module).resolve("target/libraries");
    assumeTrue(Files.isRegularFile(file), "skipped: " + file + " is written by Maven");
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(String::strip)
          .filter(line -> line.matches("\\S+" + SCOPE))
          .map(line -> line.replaceFirst(SCOPE, ""))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void holdsWhatCommandsRunWith() throws IOException {
    assertThat(libraries("cli")).anyMatch(library -> library.contains("slf4j-nop"));
    assertThat(libraries("product"))
        .containsAll(libraries("cli"))
        .anyMatch(library -> library.startsWith("dev.falcon:falcon-commands:"));
  }

  @Test
  void holdsNoTests() throws IOException {
    assertThat(libraries("product"))
        .noneMatch(
            library -> library.matches(".*(:test-jar:|:tests:|junit|assertj|jqwik|archunit).*"));
  }
}
