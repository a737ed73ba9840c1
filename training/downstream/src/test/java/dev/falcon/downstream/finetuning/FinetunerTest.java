// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.table.Rejects;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.eval.answer.AnswerEvaluation;
import dev.falcon.eval.answer.AnswerRequest;
import dev.falcon.eval.answer.AnswerRules;
import dev.falcon.eval.answer.StatementEvaluation;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.TinyRuns;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.loss.ImageIds;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fine-tuning of a network so small that it takes a second, on Scenes. */
class FinetunerTest {
  @TempDir private static Path shared;
  private static Path pretrained;

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() {
    pretrained = TinyTasks.prepare(shared);
  }

  private static String files(String set, Split split, String... names) {
    return TinyTasks.files(shared, set, split, names);
  }

  private static List<String> keys(String task, String... overrides) {
    return TinyTasks.keys(shared, pretrained, task, overrides);
  }

  private FinetuneResult finetune(
      String task, String name, BooleanSupplier stop, String... overrides) {
    return Finetuner.finetune(
        new FinetuneRequest(
            FinetuneReader.read(task, "scenes-tiny", null, keys(task, overrides)),
            folder.resolve(name),
            false,
            folder.resolve("cache"),
            Progress.NONE,
            stop));
  }

  /** Asked once before a window of images is looked at, twice a run, and then at every step. */
  private static BooleanSupplier afterSteps(String task, int steps) {
    AtomicInteger left = new AtomicInteger(steps + (task.equals("assignment") ? 0 : 2));
    return () -> left.decrementAndGet() <= 0;
  }

  @ParameterizedTest
  @CsvSource({
    "nlvr,",
    "vqa,",
    "assignment,",
    "nlvr,distillation.weight=0.4",
    "vqa,distillation.weight=0.4"
  })
  void resumesAnInterruptedRunBitByBit(String task, String override) throws IOException {
    String[] overrides = override == null ? new String[0] : new String[] {override};
    FinetuneResult whole = finetune(task, "whole", () -> false, overrides);
    assertThat(whole.finished()).isTrue();
    FinetuneResult some = finetune(task, "parts", afterSteps(task, 2), overrides);
    assertThat(some.finished()).isFalse();
    assertThat(some.steps()).isEqualTo(2);
    long firstEpoch = whole.steps() / 2;
    assertThat(finetune(task, "parts", afterSteps(task, (int) firstEpoch), overrides).steps())
        .isEqualTo(2 + firstEpoch);
    FinetuneResult parts = finetune(task, "parts", () -> false, overrides);
    assertThat(parts.steps()).isEqualTo(whole.steps());
    assertThat(parts.scores()).isEqualTo(whole.scores());
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    for (String file : List.of("metrics.jsonl", "epochs.csv", "report.html", "result.json")) {
      assertThat(folder.resolve("parts").resolve(file))
          .hasSameTextualContentAs(folder.resolve("whole").resolve(file));
    }
  }

  @Test
  void statementsAreJudgedInTheOfficialFormat() throws IOException {
    FinetuneResult result = finetune("nlvr", "run", () -> false);
    Path predictions = folder.resolve("run/predictions-held.csv");
    Scores scores =
        StatementEvaluation.run(predictions, shared.resolve("test/statements.jsonl")).scores();
    assertThat(result.scores().group("held")).isEqualTo(scores);
    assertThat(Files.readAllLines(predictions))
        .hasSize(20)
        .allMatch(line -> line.matches("test-\\d+-\\d-\\d,(True|False)"));
    assertThat(folder.resolve("run/report.html"))
        .content()
        .contains("Fine-tuning: nlvr", "held.accuracy", "held.consistency")
        .doesNotContain("NaN");
    assertThat(folder.resolve("run/epochs.csv"))
        .content()
        .contains("held.accuracy,held.consistency,held.majority");
  }

  @Test
  void questionsAreAnsweredInTheTestServersForm() throws IOException {
    FinetuneResult result = finetune("vqa", "run", () -> false, "evaluation.every_epochs=0");
    Path predictions = folder.resolve("run/predictions-held.json");
    List<Path> files =
        List.of(shared.resolve("test/questions.json"), shared.resolve("test/annotations.json"));
    Scores scores =
        AnswerEvaluation.run(new AnswerRequest(predictions, files, Optional.of(AnswerRules.VQA)))
            .scores();
    assertThat(result.scores().group("held")).isEqualTo(scores);
    JsonNode lines = Json.readTree(predictions);
    assertThat(lines).hasSize(12);
    assertThat(lines.get(0).get("question_id").isIntegralNumber()).isTrue();
    assertThat(lines.get(0).get("answer").isTextual()).isTrue();
  }

  /** Without people's answers the test set is answered, and not measured. */
  @Test
  void aSetWithoutAnswersIsAnsweredOnly() {
    FinetuneResult result =
        finetune("vqa", "run", () -> false, files("test", Split.TEST, "questions.json"));
    assertThat(result.scores().group("test").isEmpty()).isTrue();
    assertThat(Json.readTree(folder.resolve("run/predictions-test.json"))).hasSize(12);
  }

  @Test
  void textAssignmentIsAStepBeforeStatements() {
    Path step = finetune("assignment", "step", () -> false).checkpoint();
    FinetuneResult result =
        finetune("nlvr", "run", () -> false, "start.checkpoint=" + Json.line(step.toString()));
    assertThat(result.finished()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"objective.momentum.distillation=0.0", "model.image_size=48"})
  void retrievalIsTrainingOverTheCheckpointsConfiguration(String override) throws IOException {
    TrainConfig config =
        Finetuner.retrieval(
            pretrained,
            "scenes-tiny",
            null,
            List.of("train={epochs: 2, batch_size: 6}", "objective.momentum.queue=10", override));
    assertThat(config.objective().loss()).isInstanceOf(ImageIds.class);
    TrainResult whole = TinyRuns.train(config, folder, "whole", () -> false);
    assertThat(whole.retrieval().has("txt_r1")).isTrue();
    AtomicInteger left = new AtomicInteger(3);
    assertThat(TinyRuns.train(config, folder, "parts", () -> left.decrementAndGet() <= 0).steps())
        .isEqualTo(3);
    TrainResult parts = TinyRuns.train(config, folder, "parts", () -> false);
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    assertThat(folder.resolve("whole/metrics.jsonl")).content().doesNotContain("mlm");
  }

  @Test
  void picturesMayBeOfAnotherSize() {
    FinetuneResult result =
        finetune("nlvr", "run", () -> false, "model.image_size=48", "train.epochs=1");
    assertThat(result.finished()).isTrue();
  }

  @Test
  void trainingRejectsWhatItCannotUseAndAnEvaluationFails() throws IOException {
    Path lines = folder.resolve("statements.jsonl");
    List<String> all = Files.readAllLines(shared.resolve("train/statements.jsonl"));
    List<String> broken = new ArrayList<>(all);
    broken.set(0, all.get(0).replaceFirst("images/train-[0-9]+", "images/nowhere"));
    broken.set(1, all.get(1).replaceFirst("\"label\":\"[A-Za-z]+\",", ""));
    Files.write(lines, broken);
    TinyTasks.Named named =
        new TinyTasks.Named(List.of(lines.toString()), shared.resolve("train").toString());
    FinetuneResult result =
        finetune("nlvr", "run", () -> false, "data.train=" + Json.line(named), "train.epochs=1");
    assertThat(result.rejects()).isEqualTo(2);
    assertThat(Rejects.read(folder.resolve("run").resolve(Rejects.FILE_NAME)))
        .extracting(reject -> reject.reason().replaceFirst(".*nowhere", "nowhere"))
        .containsExactly("nowhere.png: there is no such image", "has no label");
    assertThatThrownBy(
            () -> finetune("nlvr", "other", () -> false, "data.held=" + Json.line(named)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("nowhere.png: there is no such image; an evaluation needs all");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vqa", "nlvr"})
  void refusesNothingToTrainOn(String task) {
    assertThatThrownBy(
            () -> finetune(task, "run", () -> false, "data.train={files: [], image_root: ''}"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("data.train.files must name what is trained on: a file of");
  }

  @Test
  void refusesAnAnswerListOfWhichNoAnswerOccurs() throws IOException {
    Path list = folder.resolve("answers.json");
    Files.writeString(list, "[\"zebra\", \"giraffe\"]");
    assertThatThrownBy(
            () -> finetune("vqa", "run", () -> false, "task.answers=" + Json.line(list.toString())))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no training question has any answer of this list of 2");
  }

  @Test
  void refusesACheckpointOfAnotherFramework() {
    Path other =
        TinyRuns.train(
                ConfigReader.read(
                    "siglip2-tiny",
                    null,
                    List.of(
                        "threads=1",
                        "method.name=uniform",
                        "train.epochs=1",
                        "start.image_encoder=random",
                        "data.scenes.pairs=40",
                        "data.scenes.held_images=4",
                        "method.search_space=40",
                        "train.batch_size=20",
                        "evaluation.rerank=0")),
                folder,
                "siglip",
                () -> false)
            .checkpoint();
    assertThatThrownBy(
            () ->
                finetune(
                    "vqa", "run", () -> false, "start.checkpoint=" + Json.line(other.toString())))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("is a checkpoint of another framework");
  }

  @ParameterizedTest
  @ValueSource(strings = {"schedule.base=0.5", "task.images=3"})
  void refusesToGoOnWithAnotherConfiguration(String override) {
    finetune("nlvr", "run", afterSteps("nlvr", 1));
    assertThatThrownBy(() -> finetune("nlvr", "run", () -> false, override))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(override.substring(0, override.indexOf('=')));
  }

  @Test
  void aLineOfMetricsThatIsNoMeasurementIsNamed() throws IOException {
    finetune("nlvr", "run", afterSteps("nlvr", 1));
    Path metrics = folder.resolve("run/metrics.jsonl");
    Files.writeString(
        metrics, "{\"epoch\": 0, \"step\": 0, \"evaluation\": 7}\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> finetune("nlvr", "run", () -> false))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(metrics + ": is a line whose evaluation holds no scores");
  }

  @Test
  void aFolderInThePlaceOfPredictionsIsNamed() throws IOException {
    Path run = folder.resolve("run");
    finetune("nlvr", "run", afterSteps("nlvr", 1), "train.epochs=1");
    Path predictions = run.resolve("predictions-held.csv");
    Files.createDirectories(predictions.resolve("kept"));
    assertThatThrownBy(() -> finetune("nlvr", "run", () -> false, "train.epochs=1"))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(predictions + ": cannot be written: ");
  }

  @Test
  void aWeightOfAnotherSizeBecomesNothing() {
    String name = "text_projection.bias";
    ParameterLayout layout = new ParameterLayout();
    layout.declare(name, ParameterLayout.Initialiser.constant(0), 1);
    Map<String, float[]> fresh = layout.initialise(1);
    assertThatThrownBy(() -> Origin.open(pretrained, 0).take(layout, fresh))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(pretrained + ": " + name + " has 8 values, and cannot become ");
  }
}
