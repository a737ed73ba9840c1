// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterruptionTest {
  private static final int TERMINATED = 128 + 15;

  /** Work of the kind that its argument names; none of it ever ends. */
  static final class Endless {
    private Endless() {}

    public static void main(String[] arguments) throws InterruptedException {
      PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
      Interruption.handleSignals(err);
      Interruption.begin("falcon endless");
      switch (arguments[0]) {
        case "listening" -> work(Interruption.listen());
        case "deaf" -> deaf(Interruption.listen());
        case "resumable" -> Interruption.resumable(true);
        default -> err.println("of no kind");
      }
      err.println("begun");
      new CountDownLatch(1).await();
    }

    /** Ends as a command does that was asked to stop. */
    private static void work(Interruption interruption) {
      Thread worker =
          new Thread(
              () -> {
                while (!interruption.requested()) {
                  Thread.onSpinWait();
                }
                interruption.close();
                System.exit(Interruption.exitCode(0));
              });
      worker.setDaemon(true);
      worker.start();
    }

    private static void deaf(Interruption interruption) {
      System.setProperty("kept", String.valueOf(interruption.requested()));
    }
  }

  private static Process start(String kind, String... flags) throws IOException {
    ProcessBuilder builder = new ProcessBuilder();
    builder.command().add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder.command().addAll(java.util.List.of(flags));
    builder.command().add(Endless.class.getName());
    builder.command().add(kind);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return builder.redirectErrorStream(true).start();
  }

  private static BufferedReader said(Process process) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (!"begun".equals(line)) {
      assertThat(line).isNotNull();
      line = lines.readLine();
    }
    return lines;
  }

  private static int ended(Process process) throws InterruptedException {
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Test
  void resumableWorkIsReportedAndEnds() throws Exception {
    Process process = start("resumable");
    try (BufferedReader said = said(process)) {
      process.toHandle().destroy();
      assertThat(ended(process)).isEqualTo(TERMINATED);
      assertThat(said.lines())
          .containsExactly("", "falcon endless: stopped; the same command resumes from here");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void workThatListensComesToItsOwnEnd() throws Exception {
    Process process = start("listening");
    try (BufferedReader said = said(process)) {
      process.toHandle().destroy();
      assertThat(ended(process)).isEqualTo(TERMINATED);
      assertThat(said.lines())
          .containsExactly(
              "", "falcon endless: stopping after this step; press Ctrl-C again to stop at once");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aSecondSignalEndsAtOnce() throws Exception {
    Process process = start("deaf");
    try (BufferedReader said = said(process)) {
      process.toHandle().destroy();
      assertThat(said.readLine()).isEmpty();
      assertThat(said.readLine()).contains("stopping after this step");
      assertThat(process.isAlive()).isTrue();
      process.toHandle().destroy();
      assertThat(ended(process)).isEqualTo(TERMINATED);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aChildStopsAtASignalOfItsTerminalOrItsParent() throws Exception {
    Process process = start("listening", "-D" + Interruption.CHILD + "=true");
    try (BufferedReader said = said(process)) {
      process.toHandle().destroy();
      process.toHandle().destroy();
      assertThat(ended(process)).isEqualTo(TERMINATED);
      assertThat(said.lines()).hasSize(2);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Starts work that never ends, and ends itself. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Process process = InterruptionTest.start("listening", "-D" + Interruption.CHILD + "=true");
      said(process).mark(0);
      System.out.println(process.pid());
      new CountDownLatch(1).await();
    }
  }

  @Test
  void aChildEndsWhenItsParentIsKilled() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            Parent.class.getName());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process parent = builder.redirectErrorStream(true).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      ProcessHandle child = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
      assertThat(child.isAlive()).isTrue();

      parent.destroyForcibly();

      assertThat(child.onExit().get(1, TimeUnit.MINUTES).isAlive()).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }
}
