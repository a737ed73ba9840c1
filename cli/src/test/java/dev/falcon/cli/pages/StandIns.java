// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Programs that the pages call, and the preparations of the pages. */
final class StandIns {
  private static final String FALCON =
      """
      exec "$JAVA" -XX:+UseSerialGC -Xmx1500m --add-modules=jdk.incubator.vector \
        --add-opens=java.base/java.nio=ALL-UNNAMED -Dfile.encoding=UTF-8 -Djava.awt.headless=true \
        -Dai.djl.offline=true -Dfalcon.home="$FALCON_HOME" ${FALCON_JVM_FLAGS:-} \
        dev.falcon.cli.Main "$@"
      """;

  /** An epoch of open_clip: its vectors are those that were there. */
  private static final String TORCHRUN =
      """
      while [ "$1" != --vectors ]; do shift; done
      cp -r vectors-0 "$2"
      """;

  private static final Map<String, String> PROGRAMS =
      Map.of(
          "falcon",
          FALCON,
          "scripted",
          FALCON.replace("dev.falcon.cli.Main", "dev.falcon.cli.mine.ScriptedCommand"),
          "torchrun",
          TORCHRUN,
          "ssh",
          "shift\nexec \"$@\"\n");

  private static final List<String> TOOLS =
      List.of(
          "bash", "cat", "cp", "ln", "ls", "mkdir", "rm", "sed", "seq", "sort", "tar", "tee", "tr");

  private StandIns() {}

  /** Writes the programs into a folder, with links to the few tools that the pages use. */
  static void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, String> program : PROGRAMS.entrySet()) {
      Path file = folder.resolve(program.getKey());
      Files.writeString(file, "#!/bin/bash\n" + program.getValue());
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
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

  /** Shell code that makes a page's small files; nothing where the page needs none. */
  static String preparation(String page) {
    try (InputStream file = StandIns.class.getResourceAsStream("/how-to/" + page + ".sh")) {
      return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
