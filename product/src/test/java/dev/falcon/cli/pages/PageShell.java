// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.FastStart;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the shell code of a page. Its folder's commands of Falcon share a process. */
final class PageShell implements AutoCloseable {
  static final Path HOME = Path.of(System.getProperty("falcon.home"));

  private final Path shared;
  private final Path at;
  private final PageCommands commands;

  /**
   * Starts the process of the commands.
   *
   * @param shared the folder with the programs in {@code bin} and with what several pages use
   * @param at the folder in which the code runs
   */
  PageShell(Path shared, Path at) throws IOException, InterruptedException {
    this.shared = shared;
    this.at = at;
    commands = new PageCommands(inPlace(FastStart.get().process(PageCommands.class)));
  }

  /** Runs shell code, and wants every command to end well. */
  void run(String preparation, String code) throws Exception {
    List<String> lines = List.of("set -eu -o pipefail", preparation, "set -v", code);
    Path script = Files.write(at.resolve(".script"), lines);
    Path said = at.resolve(".said");
    ProcessBuilder process = inPlace(new ProcessBuilder("/bin/bash", script.toString()));
    // Elsewhere, or with flags of its own, a command has a process of its own.
    process.environment().put("PAGE", at.toString());
    process.environment().put("PAGE_COMMANDS", commands.port());
    Process begun = process.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    begun.getOutputStream().close();
    int exitCode = begun.waitFor();
    assertThat(exitCode).as(() -> read(said) + read(at.resolve(".errors"))).isZero();
  }

  /** Deletes all that code has made, but no hidden file. */
  void clear() throws IOException {
    for (Path each : Folders.list(at)) {
      if (!each.getFileName().toString().startsWith(".")) {
        Folders.delete(each);
      }
    }
  }

  private ProcessBuilder inPlace(ProcessBuilder process) throws IOException, InterruptedException {
    Map<String, String> environment = process.directory(at.toFile()).environment();
    // Nothing but the stand-ins and a few tools: a page cannot install or download anything here.
    environment.put("PATH", shared.resolve("bin").toString());
    environment.put("HOME", Files.createDirectories(at.resolve(".home")).toString());
    environment.put("SHARED", shared.toString());
    environment.put("FALCON_HOME", HOME.toString());
    environment.put("FALCON_CACHE", shared.resolve("cache").toString());
    environment.put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    environment.put("CLASSPATH", FastStart.get().classPath());
    return process;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    commands.close();
  }
}
