// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JEST with a short run of the same world as its reference; other papers' batches beside it. */
class JestTrainingTest {
  @TempDir private Path folder;

  @BeforeEach
  void trainReference() {
    TinyRuns.train(TinyRuns.config("method.name=uniform"), folder, "reference", () -> false);
  }

  private TrainConfig config(String method, String... more) {
    List<String> keys =
        new ArrayList<>(
            List.of("method.name=" + method, "method.reference=" + folder.resolve("reference")));
    keys.addAll(List.of(more));
    return TinyRuns.config(keys.toArray(String[]::new));
  }

  private TrainResult train(TrainConfig config, String name, int steps) {
    AtomicLong taken = new AtomicLong();
    Progress progress =
        (task, total, unit) ->
            task.equals("training")
                ? new Progress.Task(taken::addAndGet, () -> {})
                : Progress.NONE.begin(task, total, unit);
    return Trainer.train(
        new TrainRequest(
            config,
            folder.resolve(name),
            false,
            folder.resolve("cache"),
            progress,
            () -> taken.get() >= steps));
  }

  private List<String> metrics(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name).resolve("metrics.jsonl"));
  }

  /** Stopped in the midst of a search space. */
  @ParameterizedTest
  @ValueSource(strings = {"jest", "jest-all"})
  void goesOnBitByBit(String method) throws IOException {
    TrainConfig config = config(method);
    TrainResult whole = train(config, "whole", Integer.MAX_VALUE);
    assertThat(whole.finished()).isTrue();
    int first = (int) metrics("whole").stream().filter(l -> l.contains("\"epoch\":0,")).count();
    train(config, "parts", first + 1);
    TrainResult parts = train(config, "parts", Integer.MAX_VALUE);
    assertThat(metrics("parts")).containsExactlyElementsOf(metrics("whole"));
    assertThat(parts.checkpoint()).hasSameBinaryContentAs(whole.checkpoint());
  }

  @Test
  void literallyItTakesFewerSteps() {
    long all = train(config("jest-all"), "all", Integer.MAX_VALUE).steps();
    long grit = train(TinyRuns.config("method.name=grit"), "grit", Integer.MAX_VALUE).steps();
    assertThat(all).isEqualTo(grit);
    assertThat(train(config("jest"), "literal", Integer.MAX_VALUE).steps()).isLessThan(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gcbs", "b3:0", "kmeans:2", "simans:-0.05"})
  void otherPapersBatchesGoOnBitByBit(String method) throws IOException {
    TrainConfig config = TinyRuns.config("method.name=" + method);
    TrainResult whole = train(config, "whole", Integer.MAX_VALUE);
    int first = (int) metrics("whole").stream().filter(l -> l.contains("\"epoch\":0,")).count();
    train(config, "parts", first + 1);
    TrainResult parts = train(config, "parts", Integer.MAX_VALUE);
    assertThat(metrics("parts")).containsExactlyElementsOf(metrics("whole"));
    assertThat(parts.checkpoint()).hasSameBinaryContentAs(whole.checkpoint());
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> TinyRuns.config("method.name=jest"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("method.reference must be named: jest compares");
    assertThatThrownBy(() -> TinyRuns.config("method.name=grit", "method.reference=x"))
        .hasMessageContaining("method.reference applies to jest and jest-all; name=grit");
    TrainConfig none =
        TinyRuns.config("method.name=jest", "method.reference=" + folder.resolve("none"));
    assertThatThrownBy(() -> train(none, "none", 1)).hasMessageContaining("none");
  }
}
