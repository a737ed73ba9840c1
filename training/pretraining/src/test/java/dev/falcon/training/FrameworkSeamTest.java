// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the loop, the objectives, evaluation and export to the seam before a framework's network.
 */
@AnalyzeClasses(
    packages = "dev.falcon.training",
    importOptions = ImportOption.DoNotIncludeTests.class)
public class FrameworkSeamTest {
  /** A package below that of the frameworks, but for those that all of them speak through. */
  private static final DescribedPredicate<JavaClass> A_FRAMEWORK =
      resideInAPackage("..internal.framework.*..")
          .and(resideOutsideOfPackage("..internal.framework.seam"));

  @ArchTest
  static final ArchRule NOBODY_ELSE_NAMES_A_FRAMEWORKS_NETWORK =
      noClasses()
          .that(not(A_FRAMEWORK))
          .and()
          .resideOutsideOfPackage("..internal.model..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Albef.class);

  @ArchTest
  static final ArchRule NOBODY_ELSE_NAMES_A_FRAMEWORK =
      noClasses().that(not(A_FRAMEWORK)).should().dependOnClassesThat(A_FRAMEWORK);

  @TempDir private Path folder;

  /** A framework that no file of main code knows: two files of tests, and a line of services. */
  @Test
  void anotherFrameworkTrainsWithoutAnyMainFileTouched() throws IOException {
    TrainConfig config = toy("scheduler=stabilised", "objective.loss=hcl");
    TinyRuns.train(config, folder, "run", () -> false);
    List<String> steps =
        Files.readAllLines(folder.resolve("run/metrics.jsonl")).stream()
            .filter(line -> line.contains("\"pull\":") && line.contains("\"telling\":"))
            .toList();
    assertThat(steps).hasSize(4).last().asString().contains("\"reward\":");
    Checkpoint trained = Checkpoints.newest(new RunFolder(folder.resolve("run"))).orElseThrow();
    ParameterLayout layout = Frameworks.of(config, TrainingData.vocabulary(config)).layout();
    Map<String, float[]> first = layout.initialise(config.seed());
    assertThat(trained.weights(layout))
        .containsOnlyKeys(
            "toy.patches.weight",
            "toy.patches.bias",
            "toy.words",
            "toy.telling.weight",
            "toy.telling.bias")
        .allSatisfy((name, values) -> assertThat(values).isNotEqualTo(first.get(name)));
  }

  @Test
  void anUnsupportedSettingNamesTheFrameworksThatHaveIt() {
    assertThatThrownBy(() -> toy("objective.loss=sigmoid"))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "objective.loss: sigmoid needs a bias; model.framework must be siglip2; framework=toy");
    assertThatThrownBy(() -> toy("train.micro_batches=2"))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("model.framework must be albef or blip2 or siglip2; framework=toy");
    assertThatThrownBy(() -> toy("model.dropout=0.1"))
        .isInstanceOf(RequestException.class)
        .hasMessage("model.framework: toy goes with model.dropout: 0");
    assertThatThrownBy(() -> toy("model.framework=clip"))
        .isInstanceOf(RequestException.class)
        .hasMessage("model.framework must be one of [albef, blip2, siglip2, toy]; framework=clip");
  }

  /** MAFA judges by what matches pairs, and gives what it found to matching. */
  @Test
  void aFrameworkThatMatchesNoPairsNeitherJudgesThemNorIsJudged() {
    assertThatThrownBy(
            () ->
                TinyRuns.train(
                    toy("objective.loss={name: mafa, judge: truth}"), folder, "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(
            "relabels matching's pairs, and this framework matches none; framework=toy");
    Path judge = TinyRuns.train(toy("train.epochs=1"), folder, "toy", () -> false).checkpoint();
    TrainConfig judged =
        TinyRuns.config("objective.loss={name: mafa, judge: " + judge + "}", "method.name=uniform");
    assertThatThrownBy(() -> TinyRuns.train(judged, folder, "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith(judge + " has nothing that judges pairs");
  }

  private static TrainConfig toy(String... overrides) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "model.framework=toy",
                "model.dropout=0",
                "model.projection=16",
                "data.scenes.pairs=12",
                "method.search_space=12",
                "train.epochs=2"));
    all.addAll(List.of(overrides));
    return TinyRuns.config(all.toArray(String[]::new));
  }
}
