// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.FastStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the shell code of pages. */
final class PageShell {
  static final Path HOME = Path.of(System.getProperty("falcon.home"));

  private PageShell() {}

  /**
   * Runs shell code, and wants every command to end well.
   *
   * @param shared the folder with the programs in {@code bin} and with what several pages use
   * @param at the folder in which the code runs
   */
  static void run(Path shared, Path at, String preparation, String code) throws Exception {
    List<String> lines = List.of("set -eu -o pipefail", preparation, "set -v", code);
    Path script = Files.write(at.resolve(".script"), lines);
    Path said = at.resolve(".said");
    ProcessBuilder process = new ProcessBuilder("/bin/bash", script.toString());
    Map<String, String> environment = process.directory(at.toFile()).environment();
    // Nothing but the stand-ins and a few tools: a page cannot install or download anything here.
    environment.put("PATH", shared.resolve("bin").toString());
    environment.put("HOME", Files.createDirectories(at.resolve(".home")).toString());
    environment.put("SHARED", shared.toString());
    environment.put("FALCON_HOME", HOME.toString());
    environment.put("FALCON_CACHE", shared.resolve("cache").toString());
    environment.put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    environment.put("CLASSPATH", FastStart.get().classPath());
    Process begun = process.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    begun.getOutputStream().close();
    int exitCode = begun.waitFor();
    assertThat(exitCode).as(() -> read(said)).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
