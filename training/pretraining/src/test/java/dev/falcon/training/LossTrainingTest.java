// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs with every loss, of a network so small that they take a second. */
class LossTrainingTest {
  @TempDir private static Path shared;
  @TempDir private Path folder;

  /** Two uniform runs, whose networks guide, estimate and judge. */
  @BeforeAll
  static void trainWhatIsLookedAt() {
    for (String seed : List.of("1", "2")) {
      TrainConfig config = TinyRuns.config("method.name=uniform", "train.epochs=1", "seed=" + seed);
      TinyRuns.train(config, shared, "frozen" + seed, () -> false);
    }
  }

  private static String[] overrides(String text) {
    return text.replace("FROZEN", shared.resolve("frozen1").toString()).split(" & ");
  }

  private TrainResult train(String overrides, String name, BooleanSupplier stop) {
    return TinyRuns.train(
        TinyRuns.config(overrides(overrides)), shared, run(name).getFileName().toString(), stop);
  }

  /** A test's own run, beside those of others: all share the warm start that lies there. */
  private Path run(String name) {
    return shared.resolve(folder.getFileName() + "-" + name);
  }

  private static BooleanSupplier after(int steps) {
    AtomicInteger left = new AtomicInteger(steps);
    return () -> left.decrementAndGet() <= 0;
  }

  private List<JsonNode> steps(String name) throws IOException {
    List<JsonNode> steps = new ArrayList<>();
    for (String line : Files.readAllLines(run(name).resolve("metrics.jsonl"))) {
      JsonNode node = Json.mapper().readTree(line);
      if (!node.has("retrieval")) {
        steps.add(node);
      }
    }
    return steps;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "method.name=mafa & objective.loss.judge=truth",
        "method.name=falcon+ & objective.loss={name: mafa, judge: FROZEN}",
        "method.name=falcon & objective.loss={name: mafa, judge: FROZEN, low: 0.2, high: 0.3}",
        "method.name=diht",
        "method.name=falcon & objective.loss={name: hn-nce, beta: 1.0, alpha: 0.999}",
        "method.name=srcl & objective.loss.estimate=FROZEN",
        "method.name=falcon+ & objective.loss={name: srcl, estimate: FROZEN, sharpness: 3}",
        "method.name=grit & objective.loss=debiased",
        "method.name=grit & objective.loss=hcl",
        "method.name=uniform & objective.loss=cyclip",
        "method.name=falcon & objective.loss={name: soft, belief: other-direction}",
        "method.name=uniform & objective.loss={name: soft, belief: uniform}",
        "method.name=uniform & objective.loss={name: soft, belief: within-modality}",
        "method.name=grit & objective.loss={name: soft, belief: momentum}",
        "method.name=grit & objective.loss={name: gist, guide: FROZEN}",
        "method.name=uniform & objective.loss={name: fff, guide: FROZEN}",
        "method.name=grit & objective.loss=fff"
      })
  void aRunIsTheSameWhereItIsInterrupted(String overrides) throws IOException {
    String brief = overrides + " & train.epochs=2";
    TrainResult whole = train(brief, "whole", () -> false);
    assertThat(whole.finished()).isTrue();
    assertThat(train(brief, "parts", after(11)).steps()).isEqualTo(11);
    TrainResult parts = train(brief, "parts", () -> false);
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    assertThat(run("parts").resolve("metrics.jsonl"))
        .hasSameTextualContentAs(run("whole").resolve("metrics.jsonl"));
  }

  /** No hardest pair that truly matches is left a negative, and none that does not is converted. */
  @Test
  void mafaWithTheTruthIsRightAboutEveryPairItLooksAt() throws IOException {
    train("method.name=grit & objective.loss={name: mafa, judge: truth}", "run", () -> false);
    double converted = 0;
    for (JsonNode step : steps("run")) {
      assertThat(step.at("/false_negatives/matching").asDouble()).isZero();
      assertThat(step.at("/false_negatives/push").isNumber()).isTrue();
      JsonNode objective = step.get("objective");
      for (String name : List.of("precision", "recall")) {
        if (objective.has(name)) {
          assertThat(objective.get(name).asDouble()).isEqualTo(1);
        }
      }
      for (String direction : List.of("captions", "images")) {
        JsonNode bands = objective.get(direction);
        assertThat(bands.get("second").asDouble() + bands.get("dropped").asDouble()).isZero();
        assertThat(bands.get("negative").asDouble() + bands.get("match").asDouble())
            .isCloseTo(1, within(1e-9));
      }
      converted += objective.get("captions").get("match").asDouble();
      double share = objective.get("match_share").asDouble();
      double conversions =
          objective.at("/captions/match").asDouble() + objective.at("/images/match").asDouble();
      assertThat(share).isCloseTo((1 + conversions) / 3, within(1e-9));
    }
    assertThat(converted).isPositive();
  }

  /** Until something is converted, MAFA's first epoch is InfoNCE with the hardest negatives. */
  @Test
  void aJudgeThatSeesNoMatchChangesNothingInTheFirstEpoch() throws IOException {
    String none = "objective.loss={name: mafa, judge: FROZEN, low: 1.0, high: 1.0}";
    train("method.name=uniform & train.epochs=1 & " + none, "mafa", () -> false);
    train(
        "method.name=uniform & train.epochs=1 & objective.loss={name: hn-nce, beta: 0}",
        "infonce",
        () -> false);
    List<JsonNode> mafa = steps("mafa");
    List<JsonNode> infoNce = steps("infonce");
    for (int i = 0; i < mafa.size(); i++) {
      for (String loss : List.of("itc", "itm", "mlm")) {
        assertThat(mafa.get(i).get(loss).asDouble())
            .as("%s of step %d", loss, i)
            .isCloseTo(infoNce.get(i).get(loss).asDouble(), within(1e-4));
      }
    }
  }

  /** The same network as a checkpoint, and exported, by ONNX Runtime. */
  @Test
  void anExportedModelJudgesAsItsCheckpointDoes() throws IOException {
    Path model = folder.resolve("model");
    Exporter.export(
        new ExportRequest(shared.resolve("frozen1"), new CheckpointChoice.Newest(), model, false));
    String mafa = "train.epochs=1 & objective.loss={name: mafa, low: 0.4, high: 0.5, judge: ";
    train(mafa + "FROZEN}", "checkpoint", () -> false);
    train(mafa + model + "}", "exported", () -> false);
    List<JsonNode> checkpoint = steps("checkpoint");
    List<JsonNode> exported = steps("exported");
    for (int i = 0; i < checkpoint.size(); i++) {
      assertThat(exported.get(i).get("objective")).isEqualTo(checkpoint.get(i).get("objective"));
      assertThat(exported.get(i).get("itc")).isEqualTo(checkpoint.get(i).get("itc"));
    }
  }

  @Test
  void refusesToResumeWithAnotherJudge() throws IOException {
    Path judge = folder.resolve("judge.safetensors");
    Files.copy(newest("frozen1"), judge);
    String mafa = "method.name=grit & objective.loss={name: mafa, judge: " + judge + "}";
    train(mafa, "run", after(3));
    Files.copy(newest("frozen2"), judge, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> train(mafa, "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("holds a run whose objective looked at checkpoint ");
  }

  private static Path newest(String run) throws IOException {
    try (var files = Files.list(shared.resolve(run).resolve("checkpoints"))) {
      return files.max(Path::compareTo).orElseThrow();
    }
  }

  private void assertRefused(String overrides, String message) {
    assertThatThrownBy(() -> train(overrides, "refused", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(message);
    assertThat(run("refused").resolve("metrics.jsonl")).doesNotExist();
  }

  @Test
  void refusesImpossibleRequestsBeforeTheFirstStep() {
    assertRefused("objective.loss=mafa", "objective.loss.judge must be named");
    assertRefused("method.name=mafa", "objective.loss.judge must be named");
    assertRefused("method.name=srcl", "objective.loss.estimate must be named");
    assertRefused(
        "objective.loss={name: mafa, judge: truth, low: 0.9}",
        "objective.loss.low must not exceed objective.loss.high; low=0.9, high=0.8");
    assertRefused(
        "objective.loss={name: mafa, judge: same-image}",
        "same-image needs images with several captions");
    assertRefused("objective.loss={name: mafa, judge: nowhere}", "there is no nowhere");
    assertRefused(
        "objective.loss={name: mafa, judge: FROZEN} & model.image_size=64",
        "has another model.image_size than the learner: ");
    assertRefused(
        "objective.loss={name: srcl, estimate: FROZEN} & data.scenes.seed=9",
        "was trained on other pairs than this run's");
    assertRefused(
        "objective.loss={name: gist, guide: FROZEN} & data.mean=[0.4, 0.5, 0.5]",
        "has another data.mean than the learner: ");
    assertRefused("objective.loss={name: hn-nce, alpha: 0}", "alpha must be above 0; alpha=0.0");
    assertRefused("objective.loss={name: hn-nce, beta: -1}", "objective.loss.beta must be in [0");
    assertRefused("objective.loss={name: hcl, prior: 1}", "prior must be in [0, 1); prior=1.0");
    assertRefused("objective.loss={name: soft, belief: hope}", "objective.loss.belief");
    assertRefused("objective.loss={name: fff, lower: 1}", "lower must not exceed");
    assertRefused("objective.loss=triplet", "objective.loss must be one of [cyclip, debiased,");
    assertRefused("objective.loss={name: hn-nce, gamma: 1}", "no key is called objective.loss.");
  }
}
