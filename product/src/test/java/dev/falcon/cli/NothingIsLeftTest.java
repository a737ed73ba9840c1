// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A command that has ended, or was stopped, leaves nothing in the folder for temporary files. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class NothingIsLeftTest {
  private static final int TERMINATED = 128 + 15;

  /** Moments after the first file, at which a command is stopped. */
  private static final List<Integer> MILLISECONDS = List.of(0, 300);

  private static final Path MODEL =
      Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");

  @TempDir private Path folder;

  private Elsewhere command(String command) throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    return FastStart.get()
        .elsewhere(folder, Map.of(), "-Djava.io.tmpdir=" + temporary)
        .then(command);
  }

  private void run(String command, int exitCode) throws IOException, InterruptedException {
    Elsewhere.Result result = command(command).run();
    assertThat(result.exitCode()).as(result.said()).isEqualTo(exitCode);
    assertThat(folder.resolve("temporary")).as(command).isEmptyDirectory();
  }

  /**
   * Stops a command by SIGTERM.
   *
   * @param place where it makes a file when it has begun to work
   */
  private void stop(String command, String place) throws IOException, InterruptedException {
    for (int milliseconds : MILLISECONDS) {
      Path said = folder.resolve("said");
      Process process = command(command).start(said);
      try {
        while (process.isAlive() && isEmpty(folder.resolve(place))) {
          Thread.sleep(5);
        }
        Thread.sleep(milliseconds);
        process.toHandle().destroy();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(TERMINATED);
      } finally {
        process.destroyForcibly();
      }
      assertThat(folder.resolve("temporary")).as(command).isEmptyDirectory();
      assertThat(folder.toFile().list((all, name) -> name.startsWith("hs_err"))).isEmpty();
    }
  }

  private static boolean isEmpty(Path place) {
    String[] names = place.toFile().list();
    return names == null || names.length == 0;
  }

  @Test
  void afterCommandsOfAllKinds() throws IOException, InterruptedException {
    run("data generate scenes --count 60 --out data --quiet", 0);
    run("embed --input-dataset data --model " + MODEL + " --out vectors --quiet", 0);
    run("embed --input-dataset missing --model " + MODEL + " --out other --quiet", 2);
    run("model verify " + MODEL, 0);
    run(
        "mine --embeddings vectors --quantiles 0.9 --search-space 60 --batch-size 10"
            + " --out plan.parquet --quiet",
        0);
    run("audit-fn --embeddings vectors --plan plan.parquet --out audit --quiet", 0);
    run(
        "train --preset scenes-tiny --config "
            + TinyRuns.file()
            + " --set train.epochs=1 --cache cache --out run --quiet",
        0);
    run("export run --out exported --quiet", 0);
  }

  @Test
  void afterStops() throws IOException, InterruptedException {
    run("data generate scenes --count 2000 --out data --quiet", 0);
    stop("check-device --device cpu", "temporary");
    stop("embed --overwrite --input-dataset data --out stopped --model " + MODEL, "stopped");
    run("embed --input-dataset data --out vectors --quiet --model " + MODEL, 0);
    stop("mine --quantiles --overwrite --out quick.parquet", "temporary");
    run(
        "mine --embeddings vectors --quantiles 0.9 --search-space 500 --batch-size 10 --epochs 20"
            + " --out plan.parquet --quiet",
        0);
    stop("verify plan.parquet --sample 40", "temporary");
    stop("eval retrieval --overwrite --input-dataset data --output-dir result", "temporary");
  }

  @Test
  void norWhatAKilledProcessHasLeft() throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    FileTime earlier = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    Path left = Files.createDirectory(temporary.resolve("onnxruntime-java1"));
    Path used = Files.createDirectory(temporary.resolve("onnxruntime-java2"));
    Files.createFile(used.resolve("library"));
    Files.setLastModifiedTime(left, earlier);
    Files.setLastModifiedTime(used, earlier);
    Path recent = Files.createDirectory(temporary.resolve("onnxruntime-java3"));

    assertThat(command("model verify " + MODEL).run().exitCode()).isZero();

    assertThat(temporary.toFile().listFiles())
        .containsExactlyInAnyOrder(used.toFile(), recent.toFile());
  }
}
