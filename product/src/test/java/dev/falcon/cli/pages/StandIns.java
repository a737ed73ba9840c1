// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.FastStart;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Programs that the pages call, and the preparations of the pages. */
final class StandIns {
  /** An epoch of open_clip: its vectors are those that were there. */
  private static final String TORCHRUN =
      """
      while [ "$1" != --vectors ]; do shift; done
      cp -r vectors-0 "$2"
      """;

  private static final List<String> TOOLS =
      List.of(
          "bash", "cat", "cp", "ln", "ls", "mkdir", "rm", "sed", "seq", "sort", "tar", "tee", "tr");

  private StandIns() {}

  /** Writes the programs into a folder, with links to the few tools that the pages use. */
  static void write(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    String alone =
        FastStart.get().inShell() + " ${FALCON_JVM_FLAGS:-} dev.falcon.cli.Main \"$@\"\n";
    program(
        folder,
        "falcon",
        "if [ \"${FALCON_JVM_FLAGS:-}$PWD\" != \"${PAGE:-}\" ]; then\nexec "
            + alone
            + "fi\n"
            + PageCommands.ASK);
    program(folder, "scripted", PageCommands.ASK);
    program(folder, "torchrun", TORCHRUN);
    program(folder, "ssh", "shift\nexec \"$@\"\n");
    for (String tool : TOOLS) {
      Path there =
          Stream.of("/usr/bin", "/bin")
              .map(bin -> Path.of(bin, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow(() -> new AssertionError("there is no " + tool));
      Files.createSymbolicLink(folder.resolve(tool), there);
    }
  }

  static void program(Path folder, String name, String code) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/bash\n" + code);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Shell code that makes a page's small files; nothing where the page needs none. */
  static String preparation(String page) {
    try (InputStream file = StandIns.class.getResourceAsStream("/how-to/" + page + ".sh")) {
      return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
