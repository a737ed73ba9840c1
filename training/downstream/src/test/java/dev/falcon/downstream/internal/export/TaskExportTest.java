// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.annotation.PictureStatement;
import dev.falcon.data.annotation.QuestionFiles;
import dev.falcon.data.annotation.StatementFiles;
import dev.falcon.data.annotation.VisualQuestion;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.finetuning.FinetuneRequest;
import dev.falcon.downstream.finetuning.Finetuner;
import dev.falcon.downstream.finetuning.TinyTasks;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelVerifier;
import dev.falcon.onnx.folder.TaskModels;
import dev.falcon.onnx.matcher.QuestionAnswerer;
import dev.falcon.onnx.matcher.StatementJudge;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.training.Exporter;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fine-tuned network as graphs says in ONNX Runtime what it said in training's evaluation. */
class TaskExportTest {
  @TempDir private static Path shared;
  private static Path pretrained;

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() {
    pretrained = TinyTasks.prepare(shared);
  }

  private void finetune(String task, String... overrides) {
    Finetuner.finetune(
        new FinetuneRequest(
            FinetuneReader.read(
                task, "scenes-tiny", null, TinyTasks.keys(shared, pretrained, task, overrides)),
            folder.resolve("run"),
            false,
            folder.resolve("cache"),
            Progress.NONE,
            () -> false));
  }

  private ExportResult export() {
    return Exporter.export(
        new ExportRequest(
            folder.resolve("run"), new CheckpointChoice.Newest(), folder.resolve("model"), false));
  }

  private static void show(Preprocessor preprocessor, String image, FloatBuffer batch, int row)
      throws IOException {
    byte[] bytes = Files.readAllBytes(shared.resolve("test").resolve(image));
    preprocessor.apply(bytes, batch, row * preprocessor.transform().outputLength());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "task.doubled_first=true",
        "task.doubled_first=false",
        "task.candidates=3",
        "model.image_size=48",
        "data.text={max_words: 3, max_tokens: 5, held_words: 4, held_tokens: 5}"
      })
  void answersAreThoseOfTheEvaluation(String override) throws IOException {
    finetune("vqa", override);
    ExportResult result = export();
    assertThat(result.differences())
        .containsOnlyKeys("preprocessor_config.json", "answer_model.onnx")
        .allSatisfy((file, difference) -> assertThat(difference).isBetween(0.0, 2e-5));
    List<VisualQuestion> questions =
        QuestionFiles.read(List.of(shared.resolve("test/questions.json")));
    List<String> expected = new ArrayList<>();
    Json.readTree(folder.resolve("run/predictions-held.json"))
        .forEach(line -> expected.add(line.get("answer").asText()));
    ModelFolder model = ModelFolder.open(folder.resolve("model"));
    try (QuestionAnswerer answerer = TaskModels.questionAnswerer(model, Sessions.onCpu())) {
      FloatBuffer batch = answerer.newBatch(questions.size());
      Preprocessor preprocessor = new Preprocessor(answerer.transform());
      for (int row = 0; row < questions.size(); row++) {
        show(preprocessor, questions.get(row).image(), batch, row);
      }
      List<String> texts = questions.stream().map(VisualQuestion::question).toList();
      assertThat(answerer.answer(batch, texts))
          .extracting(QuestionAnswerer.Answer::answer)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed=1", "model.image_size=48"})
  void verdictsAreThoseOfTheEvaluation(String override) throws IOException {
    finetune("nlvr", override, "evaluation.chosen=last");
    assertThat(export().differences())
        .containsOnlyKeys("preprocessor_config.json", "statement_model.onnx")
        .allSatisfy((file, difference) -> assertThat(difference).isBetween(0.0, 2e-5));
    List<PictureStatement> statements =
        StatementFiles.read(shared.resolve("test/statements.jsonl"));
    ModelFolder model = ModelFolder.open(folder.resolve("model"));
    List<String> given = new ArrayList<>();
    try (StatementJudge judge = TaskModels.statementJudge(model, Sessions.onCpu())) {
      assertThat(judge.images()).isEqualTo(2);
      FloatBuffer batch = judge.newBatch(statements.size());
      Preprocessor preprocessor = new Preprocessor(judge.transform());
      for (int row = 0; row < statements.size(); row++) {
        show(preprocessor, statements.get(row).images().get(0), batch, 2 * row);
        show(preprocessor, statements.get(row).images().get(1), batch, 2 * row + 1);
      }
      List<String> texts = statements.stream().map(PictureStatement::sentence).toList();
      boolean[] verdicts = StatementJudge.verdicts(judge.logits(batch, texts));
      for (int row = 0; row < verdicts.length; row++) {
        given.add(statements.get(row).id() + (verdicts[row] ? ",True" : ",False"));
      }
    }
    assertThat(given).isEqualTo(Files.readAllLines(folder.resolve("run/predictions-held.csv")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"vqa", "nlvr"})
  void theFolderIsVerified(String task) {
    finetune(task, "train.epochs=1");
    export();
    assertThat(folder.resolve("model/finetuning.yaml")).content().contains("name: " + task);
    ModelFolder model = ModelFolder.open(folder.resolve("model"));
    assertThat(ModelVerifier.verify(model, Optional.empty(), Sessions.onCpu()).checks())
        .singleElement()
        .satisfies(check -> assertThat(check.passed()).as(check.detail()).isTrue());
    assertThatThrownBy(() -> model.openDualEncoder(Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no vision_model.onnx");
  }

  @Test
  void theStepBeforeStatementsIsRefused() {
    finetune("assignment");
    assertThatThrownBy(this::export)
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("a step before falcon finetune nlvr");
    assertThat(folder.resolve("model")).doesNotExist();
  }

  @Test
  void answersThatAreGoneOrNoneAreRefused() throws IOException {
    finetune("vqa", "train.epochs=1");
    Path list = folder.resolve("run/answer_list.json");
    String answers = Files.readString(list);
    Files.delete(list);
    assertThatThrownBy(this::export)
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("answer_list.json: there is no such file");
    Files.writeString(list, answers);
    export();
    Path file = folder.resolve("model/answers.json");
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"end\" : \\d+", "\"end\" : 9999"));
    assertThatThrownBy(
            () ->
                TaskModels.questionAnswerer(
                    ModelFolder.open(folder.resolve("model")), Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("answers.json: 'end' has token 9999");
  }
}
