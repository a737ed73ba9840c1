// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.training.PretendedDevice;
import dev.falcon.training.TinyRuns;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.RunFolder;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose batches are made ahead, as on a device, against runs that make them in their turn. */
class RunPrefetchTest {
  @TempDir private Path folder;

  private TrainResult ahead(TrainConfig config, String name, BooleanSupplier stop) {
    TrainRequest request =
        new TrainRequest(
            config, folder.resolve(name), false, folder.resolve("cache"), Progress.NONE, stop);
    RunFolder run = new RunFolder(request.out());
    Optional<Checkpoint> checkpoint = Checkpoints.interrupted(run, false);
    TrainingData data =
        TrainingData.open(config, request.cache(), request.progress(), request.stop());
    run.begin(false, ConfigReader.write(config), data.rejects());
    int before = PretendedDevice.arrays().size();
    try (TrainingRun training = TrainingRun.open(request, run, data, checkpoint, torch -> true)) {
      return training.train();
    } finally {
      assertThat(PretendedDevice.arrays()).as("what the run leaves behind").hasSize(before);
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("falcon-inputs"))
        .collect(Collectors.toSet());
  }

  /**
   * A policy that learns is foreseen in its first epoch alone; a chain without one always is. The
   * run stops in the middle of a search space, where the batch that comes next has been composed.
   */
  @ParameterizedTest
  @ValueSource(strings = {"falcon", "random", "grit-vlp", "albef"})
  void nothingChangesButWhenBatchesAreMade(String method) throws IOException {
    TrainConfig config = TinyRuns.config("method.name=" + method);
    Set<Thread> others = threads(); // of runs that have just ended
    TrainResult whole =
        TinyRuns.train(
            config,
            folder,
            "whole",
            () -> {
              assertThat(others)
                  .as("on the processor there is no such thread")
                  .containsAll(threads());
              return false;
            });

    AtomicInteger steps = new AtomicInteger();
    TrainResult stopped =
        ahead(
            config,
            "ahead",
            () -> {
              assertThat(threads()).isNotEmpty();
              return steps.incrementAndGet() == 10;
            });
    assertThat(stopped.finished()).isFalse();
    assertThat(stopped.steps()).isEqualTo(10);
    TrainResult result = ahead(config, "ahead", () -> false);

    assertThat(result.finished()).isTrue();
    RunFolder expected = new RunFolder(folder.resolve("whole"));
    RunFolder given = new RunFolder(folder.resolve("ahead"));
    assertThat(given.metrics()).hasSameBinaryContentAs(expected.metrics());
    assertThat(result.checkpoint()).hasSameBinaryContentAs(whole.checkpoint());
  }

  @Test
  void aRunThatFailsLeavesNoBatchBehind() {
    TrainConfig config = TinyRuns.config("model.temperature={lowest: 1.0e-38, initial: 1.0e-38}");
    assertThatThrownBy(() -> ahead(config, "diverged", () -> false))
        .isInstanceOf(DivergedException.class);
  }
}
