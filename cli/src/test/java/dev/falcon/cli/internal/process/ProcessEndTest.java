// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.file.Folders;
import dev.falcon.onnx.session.Sessions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that is stopped while threads compute in native code ends, and does not crash. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ProcessEndTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;

  /** Opens a graph again and again in several threads, beside a temporary folder that is filled. */
  static final class InNativeCode {
    private static final int THREADS = 3;

    private InNativeCode() {}

    public static void main(String[] arguments) throws InterruptedException {
      Interruption.handleSignals(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
      CountDownLatch opened = new CountDownLatch(THREADS);
      for (int i = 0; i < THREADS; i++) {
        new Thread(() -> open(Path.of(arguments[0]), opened), "opener").start();
      }
      Path temporary = Folders.temporary("falcon-test-");
      new Thread(() -> fill(temporary), "writer").start();
      opened.await();
      System.out.println("begun");
      new CountDownLatch(1).await();
    }

    private static void open(Path graph, CountDownLatch opened) {
      while (true) {
        Sessions.onCpu().open(graph).close();
        opened.countDown();
      }
    }

    private static void fill(Path temporary) {
      for (int i = 0; ; i++) {
        try {
          Files.writeString(temporary.resolve("file-" + i % 50), "content");
        } catch (IOException e) {
          return; // it is gone
        }
      }
    }
  }

  @RepeatedTest(3)
  void stopsWhileGraphsAreOpened() throws Exception {
    Path model =
        Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny/onnx/text_model.onnx");
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    Path working = Files.createDirectories(folder.resolve("working"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Without it, newer JVMs warn of native libraries in the first line.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--enable-native-access"))
        .forEach(command::add);
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-XX:ErrorFile=" + working.resolve("hs_err.log"));
    command.add(InNativeCode.class.getName());
    command.add(model.toAbsolutePath().toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", absolute(System.getProperty("java.class.path")));
    builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
    Process process = builder.directory(working.toFile()).redirectErrorStream(true).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("begun");

      process.toHandle().destroy();

      List<String> said = lines.lines().toList();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as("%s", said).isEqualTo(TERMINATED);
      assertThat(said).containsExactly("", "falcon: stopped");
      assertThat(working).isEmptyDirectory();
      assertThat(temporary).isEmptyDirectory();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String absolute(String classPath) {
    return String.join(
        ":",
        List.of(classPath.split(":", -1)).stream()
            .map(each -> Path.of(each).toAbsolutePath().toString())
            .toList());
  }
}
