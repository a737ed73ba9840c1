// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.LossConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.toy.ToyLoss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One more objective is one record and a line of services. */
class ObjectiveSeamTest {
  @TempDir private Path folder;

  private static TrainConfig toy(String loss) {
    return TinyRuns.config(
        "objective.loss=" + loss,
        "method.name=uniform",
        "data.scenes.pairs=12",
        "method.search_space=12",
        "train.epochs=1");
  }

  private List<String> steps(String loss, String name) throws IOException {
    TinyRuns.train(toy(loss), folder, name, () -> false);
    return Files.readAllLines(folder.resolve(name).resolve("metrics.jsonl")).subList(0, 2);
  }

  /** An objective that no file of main code knows: a file of tests, and a line of services. */
  @Test
  void anotherObjectiveTrainsWithoutAnyMainFileTouched() throws IOException {
    List<String> usual = steps("toy", "usual");
    assertThat(usual).hasSize(2).allMatch(line -> line.contains("\"itc\":"));
    assertThat(steps("{name: toy, goal: 0.75}", "named")).isEqualTo(usual);
    assertThat(steps("{name: toy, goal: -1}", "other")).isNotEqualTo(usual);
  }

  @Test
  void itsSettingsAreReadAndWrittenAsThoseOfAnyOther() {
    TrainConfig config = toy("{name: toy, goal: 0.5}");
    assertThat(config.objective().loss()).isEqualTo(new ToyLoss(0.5f));
    String written = ConfigReader.write(config);
    assertThat(written).contains("  loss:\n    name: toy\n    goal: 0.5\n");
    assertThat(ConfigReader.readEffective(written)).isEqualTo(config);
    assertThatThrownBy(() -> toy("{name: toy, aim: 1}"))
        .isInstanceOf(RequestException.class)
        .hasMessage("configuration: no key is called objective.loss.aim; known are [name, goal]");
    assertThatThrownBy(() -> toy("{name: toy, goal: 2}"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("objective.loss.goal must be in [-1.0, 1.0]");
    assertThatThrownBy(() -> toy("{name: toy, goal: far}"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("objective.loss.goal must be a number; goal=far");
    assertThatThrownBy(() -> ConfigReader.readEffective(written.replace("name: toy", "name: mine")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("objective.loss must be one of [cyclip, debiased,")
        .hasMessageEndingWith("; loss=mine");
  }

  /** What a file of configuration names is told apart by name, and by the record that it makes. */
  @Test
  void everyObjectiveHasANameOfItsOwn() {
    Set<String> names = LossConfig.all().stream().map(LossConfig::name).collect(Collectors.toSet());
    assertThat(names).hasSameSizeAs(LossConfig.all()).contains("in-batch", "momentum", "toy");
  }
}
