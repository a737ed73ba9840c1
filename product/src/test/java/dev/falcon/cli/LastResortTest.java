// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.cli.internal.process.ChildProcesses;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no command can do anything about is said in one line, too. */
class LastResortTest {
  private static final File FULL = new File("/dev/full");

  @TempDir private Path folder;

  private Process start(File output, String flag, Object... arguments) throws IOException {
    ChildProcesses processes = ChildProcesses.ofThisOne(1);
    List<String> words = new ArrayList<>(processes.command());
    words.add(words.size() - 1, flag);
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("CLASSPATH", processes.classPath());
    builder.redirectOutput(output).redirectError(folder.resolve("errors").toFile());
    return builder.start();
  }

  /** What a command has said on standard error, without the JVM's own line. */
  private List<String> errors() throws IOException {
    return Files.readAllLines(folder.resolve("errors")).stream()
        .filter(line -> !line.startsWith("WARNING: Using incubator"))
        .toList();
  }

  @Test
  void aResultThatCannotBePrintedIsAFailure() throws Exception {
    assumeTrue(FULL.exists(), "skipped: there is no /dev/full here");
    Process process = start(FULL, "-Dnone", "data", "inspect", "scenes:train,count=3", "--quiet");
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(errors())
        .containsExactly("falcon: standard output cannot be written: No space left on device");
  }

  @Test
  void reportsTooLittleMemoryInALine() throws Exception {
    Path picture = folder.resolve("white.png");
    ImageIO.write(
        new BufferedImage(6000, 6000, BufferedImage.TYPE_INT_RGB), "png", picture.toFile());
    Process process =
        start(folder.resolve("out").toFile(), "-Xmx48m", "data", "inspect", folder, "--decode");
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(errors()).hasSize(1);
    assertThat(errors().get(0)).startsWith("falcon data inspect: out of memory (");
    assertThat(process.exitValue()).isEqualTo(1);
  }

  /** The warm start is long before the first step that could be stopped after. */
  @Test
  void aWarmStartIsStopped() throws Exception {
    Path run = folder.resolve("run");
    Process process =
        start(
            folder.resolve("out").toFile(),
            "-Dnone",
            "train",
            "--preset",
            "scenes-tiny",
            "--config",
            TinyRuns.file(),
            "--set",
            "start.supervised.steps=1000000",
            "--cache",
            folder.resolve("cache"),
            "--out",
            run);
    try {
      while (process.isAlive() && !Files.exists(run.resolve("config.yaml"))) {
        Thread.sleep(20);
      }
      process.toHandle().destroy();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(128 + 15);
    assertThat(errors())
        .last()
        .asString()
        .matches("interrupted at step \\d+ of 1000000 of the warm start; the same command .*");
  }
}
