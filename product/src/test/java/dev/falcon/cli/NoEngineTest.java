// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.internal.process.ChildProcesses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoEngineTest {
  @TempDir private Path folder;

  /** In a process of its own, for an engine is loaded once. */
  @Test
  void aLibraryThatIsNoneIsNamedInALine() throws IOException, InterruptedException {
    Path libraries = Files.createDirectory(folder.resolve("libraries"));
    for (String name : List.of("c10", "torch_cpu", "torch", "djl_torch")) {
      Files.writeString(libraries.resolve(System.mapLibraryName(name)), "no library");
    }
    ChildProcesses processes = ChildProcesses.ofThisOne(1);
    List<String> words = new ArrayList<>(processes.command());
    // Its coverage agent, too: a file of coverage is locked while it is written.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-javaagent"))
        .forEach(flag -> words.add(1, flag));
    words.addAll(List.of("train", "--preset", "scenes-tiny", "--quiet"));
    words.addAll(List.of("--config", TinyRuns.file().toString()));
    words.addAll(List.of("--cache", folder.resolve("cache").toString()));
    words.addAll(List.of("--out", folder.resolve("run").toString()));
    Path errors = folder.resolve("errors");
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("CLASSPATH", processes.classPath());
    builder.environment().put("PYTORCH_LIBRARY_PATH", libraries.toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(errors.toFile());

    assertThat(builder.start().waitFor()).as(Files.readString(errors)).isEqualTo(1);

    assertThat(Files.readAllLines(errors))
        .last()
        .asString()
        .contains("PyTorch's native library cannot be loaded: ")
        .endsWith(
            "; put pytorch-native-cpu on the class path or name a libtorch by"
                + " PYTORCH_LIBRARY_PATH");
  }
}
