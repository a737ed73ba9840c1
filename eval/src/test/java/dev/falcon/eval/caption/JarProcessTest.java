// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.eval.caption.internal.MeteorJar;
import dev.falcon.eval.caption.internal.SpiceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The programs of others that score captions end in time, and with the process that started them.
 */
class JarProcessTest {
  private static final Duration SHORT = Duration.ofSeconds(3);
  private static final List<ScoredCaption> CAPTIONS =
      List.of(new ScoredCaption(List.of("a"), List.of(List.of("a"))));

  @TempDir private Path folder;

  /** Whether the program that has left its number is still there. */
  private boolean isAlive() throws IOException {
    long number = Long.parseLong(Files.readString(folder.resolve("number")));
    return ProcessHandle.of(number).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Waits for the end of the program, which notices that of its parent. */
  private void awaitEnd() throws IOException {
    long number = Long.parseLong(Files.readString(folder.resolve("number")));
    ProcessHandle.of(number)
        .ifPresent(program -> program.onExit().orTimeout(1, TimeUnit.MINUTES).join());
  }

  @Test
  void aProgramThatTakesTooLongIsEnded() throws IOException {
    Path jar = ProgramJar.of(EndlessJar.class, folder);
    String message =
        jar + ": was ended, since it had not finished after 3000 milliseconds; allow more time";

    assertThatThrownBy(() -> SpiceJar.score(jar, CAPTIONS, SHORT))
        .isInstanceOf(FalconException.class)
        .hasMessage(message);
    assertThat(isAlive()).isFalse();

    Files.delete(folder.resolve("number"));
    assertThatThrownBy(() -> MeteorJar.score(jar, CAPTIONS, SHORT))
        .isInstanceOf(FalconException.class)
        .hasMessage(message);
    assertThat(isAlive()).isFalse();
  }

  @Test
  void noTimeAtAllIsRefused() {
    assertThatThrownBy(
            () ->
                new CaptionRequest(
                    folder, folder, false, Optional.empty(), Optional.empty(), Duration.ZERO))
        .isInstanceOf(RequestException.class)
        .hasMessage("a jar must be given a minute at least; PT0S is none");
  }

  @ParameterizedTest
  @CsvSource({"spice, false", "meteor, false", "spice, true", "meteor, true"})
  void aProgramEndsWithTheProcessThatStartedIt(String metric, boolean killed)
      throws IOException, InterruptedException {
    Path jar = ProgramJar.of(EndlessJar.class, folder);
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            Starts.class.getName(),
            metric,
            jar.toString());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process starting =
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
    try {
      while (!Files.exists(folder.resolve("number"))) {
        assertThat(starting.isAlive()).as(Files.readString(folder.resolve("log"))).isTrue();
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(isAlive()).isTrue();
      assertThat(temporary).isNotEmptyDirectory();

      if (killed) {
        starting.destroyForcibly();
      } else {
        starting.destroy();
      }

      assertThat(starting.waitFor(1, TimeUnit.MINUTES)).isTrue();
      if (killed) {
        awaitEnd();
      }
      assertThat(isAlive()).isFalse();
      assertThat(temporary).isEmptyDirectory();
    } finally {
      starting.destroyForcibly();
    }
  }

  /** Scores by a program. */
  static final class Starts {
    private Starts() {}

    public static void main(String[] arguments) {
      Path jar = Path.of(arguments[1]);
      if (arguments[0].equals("spice")) {
        SpiceJar.score(jar, CAPTIONS, CaptionRequest.USUAL_LIMIT);
      } else {
        MeteorJar.score(jar, CAPTIONS, CaptionRequest.USUAL_LIMIT);
      }
    }
  }
}
