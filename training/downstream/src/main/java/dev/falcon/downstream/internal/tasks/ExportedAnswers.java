// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.data.annotation.AnswerList;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.downstream.internal.task.ExportedTask;
import dev.falcon.downstream.internal.task.Tokens;
import dev.falcon.onnx.export.graph.AnswerForm;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.TaskModels;
import dev.falcon.onnx.matcher.AnswerFile;
import dev.falcon.onnx.matcher.QuestionAnswerer;
import dev.falcon.onnx.network.shape.TaskShape.AnswerShape;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.RunFolder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** The network for questions, with its candidate answers, for export. */
record ExportedAnswers(ModelConfig model, AnswerPass pass, AnswerFile answers)
    implements ExportedTask {
  /**
   * Returns the network of a checkpoint, with the answers of its run.
   *
   * @param candidates the number of answers that are preselected by their first token and then
   *     scored in full
   * @param doubledFirst whether the log-likelihood of the first token counts twice
   * @throws FalconException if the run's folder lacks the answers
   */
  static ExportedAnswers of(
      Checkpoint checkpoint, Tokens tokens, int candidates, boolean doubledFirst) {
    ModelConfig model = checkpoint.config().model();
    Path list = RunFolder.of(checkpoint.file()).answers();
    if (!Folders.exists(list)) {
      throw new FalconException(
          list + ": there is no such file; it holds the answers among which the network chooses");
    }
    List<String> texts = AnswerList.read(list);
    List<int[]> cut = tokens.cut(texts, model.maxTokens());
    List<AnswerFile.Choice> all = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      all.add(new AnswerFile.Choice(texts.get(i), Arrays.stream(cut.get(i)).boxed().toList()));
    }
    return new ExportedAnswers(
        model,
        new AnswerPass(model.shape(tokens.vocabulary().size()), tokens.vocabulary(), tokens.end()),
        new AnswerFile(candidates, doubledFirst, tokens.end(), all));
  }

  @Override
  public ExportedNetwork network() {
    return new AnswerForm(new AnswerShape(pass.shape()));
  }

  @Override
  public ParameterLayout layout() {
    return pass.layout(model.initialisation());
  }

  @Override
  public TextCleaning cleaning() {
    return TextCleaning.ALBEF_QUESTION;
  }

  @Override
  public int images() {
    return 1;
  }

  @Override
  public void write(Path folder) {
    Json.write(folder.resolve(AnswerFile.NAME), answers);
  }

  @Override
  public String graph() {
    return GraphFiles.ANSWER;
  }

  @Override
  public double[] expected(Weights weights, NDManager manager, int[][] texts, NDArray pixels) {
    List<int[]> choices =
        answers.answers().stream()
            .map(choice -> choice.ids().stream().mapToInt(Integer::intValue).toArray())
            .toList();
    return new AnswerSearch(pass, choices, answers.candidates(), answers.doubledFirst())
        .choose(weights, manager, texts, pixels)
        .scores();
  }

  @Override
  public double[] given(
      ModelFolder folder, BiConsumer<ImageTransform, FloatBuffer> preprocess, List<String> texts) {
    try (QuestionAnswerer answerer = TaskModels.questionAnswerer(folder, Sessions.onCpu())) {
      FloatBuffer batch = answerer.newBatch(texts.size());
      preprocess.accept(answerer.transform(), batch);
      return answerer.answer(batch, texts).stream()
          .mapToDouble(QuestionAnswerer.Answer::score)
          .toArray();
    }
  }
}
