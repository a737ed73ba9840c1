// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.toy.ToyTask;
import dev.falcon.training.TinyRuns;
import dev.falcon.training.internal.store.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One more task of fine-tuning is one class with its settings, its recipe, a line of services. */
class TaskSeamTest {
  @TempDir private static Path shared;
  private static Path pretrained;

  @TempDir private Path folder;

  @BeforeAll
  static void train() {
    pretrained =
        TinyRuns.train(
                TinyRuns.config("method.name=uniform", "train.epochs=1"),
                shared,
                "first",
                () -> false)
            .checkpoint();
  }

  private static FinetuneConfig toy(String... overrides) {
    List<String> keys = new ArrayList<>(List.of(overrides));
    keys.add("start.checkpoint=" + Json.line(pretrained.toString()));
    return FinetuneReader.read("toy", "tiny", keys);
  }

  /** A task that no file of main code knows: two files of tests, and a line of services. */
  @Test
  void anotherTaskIsLearnedWithoutAnyMainFileTouched() throws IOException {
    FinetuneResult result =
        Finetuner.finetune(
            new FinetuneRequest(
                toy(),
                folder.resolve("run"),
                false,
                folder.resolve("cache"),
                Progress.NONE,
                () -> false));
    assertThat(result.finished()).isTrue();
    assertThat(Files.readAllLines(folder.resolve("run/metrics.jsonl")))
        .hasSize(4)
        .allMatch(line -> line.contains("\"round\":"));
    Checkpoint trained = Checkpoint.read(result.checkpoint());
    assertThat(trained.values().get("toy.layer.bias")).hasSize(3).doesNotContain(0f);
    assertThat(FinetuneReader.readEffective(trained.task()).task())
        .isEqualTo(new ToyTask.Settings());
  }

  @Test
  void itsSettingsAreReadAndWrittenAsThoseOfAnyOther() {
    FinetuneConfig config = toy("task.classes=5");
    assertThat(config.task()).isEqualTo(new ToyTask.Settings(5));
    String written = FinetuneReader.write(config);
    assertThat(written).contains("task:\n  name: toy\n  classes: 5\n");
    assertThat(FinetuneReader.readEffective(written)).isEqualTo(config);
    assertThatThrownBy(() -> toy("task.kinds=5"))
        .isInstanceOf(RequestException.class)
        .hasMessage("configuration: no key is called task.kinds; known are [name, classes]");
    assertThatThrownBy(() -> toy("task.classes=1"))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("task.classes must be at least 2; ");
    assertThatThrownBy(
            () -> FinetuneReader.readEffective(written.replace("name: toy", "name: mine")))
        .isInstanceOf(RequestException.class)
        .hasMessage("task.name must be one of [assignment, language, nlvr, toy, vqa]; name=mine");
  }
}
