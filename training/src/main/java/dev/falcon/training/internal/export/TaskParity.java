package dev.falcon.training.internal.export;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.task.AnswerFile;
import dev.falcon.onnx.task.QuestionAnswerer;
import dev.falcon.onnx.task.StatementJudge;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.internal.finetuning.answer.AnswerSearch;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.picture.PictureMaker;
import dev.falcon.training.internal.input.picture.PixelFormat;
import dev.falcon.training.internal.input.text.ScenesVocabulary;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Uses a folder of a fine-tuned network as any user of it would, on pictures and captions of
 * Scenes, and compares what it says with what the trained network says.
 */
public final class TaskParity {
  private static final int ROWS = 16;
  private static final int SIDE = 96;

  private final TaskModel model;
  private final List<byte[]> pictures;
  private final List<String> texts;
  private final float[] pixels; // as training feeds them // [rows · images x 3 x side x side]
  private final PixelFormat format;
  private final Map<String, Double> differences = new LinkedHashMap<>();

  private TaskParity(TaskModel model) {
    this.model = model;
    this.format = PixelFormat.of(model.config().model().imageSize(), model.config().data());
    Scenes world = new Scenes(ScenesConfig.standard().withImageSize(SIDE).withCaptionsPerImage(1));
    int count = ROWS * model.images();
    this.pictures = IntStream.range(0, count).mapToObj(row -> world.png(Split.TEST, row)).toList();
    ScenesPairs pairs =
        ScenesPairs.generate(world, Split.TEST, ROWS, format, ScenesVocabulary.BERT, Progress.NONE);
    this.texts = IntStream.range(0, ROWS).mapToObj(pairs::caption).toList();
    this.pixels = new float[count * format.length()];
    PictureMaker maker = new PictureMaker(format.size(), model.config().data().augment());
    for (int row = 0; row < count; row++) {
      format.write(maker.make(pictures.get(row), null), pixels, row * format.length());
    }
  }

  /** The largest absolute difference of what comes of each file. */
  public static Map<String, Double> differences(TaskModel model, Path folder) {
    TaskParity parity = new TaskParity(model);
    ModelFolder opened = ModelFolder.open(folder);
    if (model.answers().isPresent()) {
      parity.answers(opened, model.answers().get());
    } else {
      parity.statements(opened);
    }
    return parity.differences;
  }

  private void answers(ModelFolder folder, AnswerFile file) {
    List<int[]> choices =
        file.answers().stream()
            .map(choice -> choice.ids().stream().mapToInt(Integer::intValue).toArray())
            .toList();
    AnswerSearch search =
        new AnswerSearch(model.answerPass(), choices, file.candidates(), file.doubledFirst());
    double[] expected =
        withWeights(
            (manager, weights) ->
                search.choose(weights, manager, tokens(), tensor(manager, pixels)).scores());
    try (QuestionAnswerer answerer = folder.openQuestionAnswerer(Sessions.onCpu())) {
      FloatBuffer batch = answerer.newBatch(ROWS);
      preprocess(new Preprocessor(answerer.transform()), batch);
      double[] given =
          answerer.answer(batch, texts).stream()
              .mapToDouble(QuestionAnswerer.Answer::score)
              .toArray();
      differences.put(GraphFiles.ANSWER, Parity.difference(expected, given));
    }
  }

  private void statements(ModelFolder folder) {
    int images = model.images();
    float[] first = new float[pixels.length];
    int length = format.length();
    for (int row = 0; row < ROWS; row++) {
      for (int image = 0; image < images; image++) {
        int from = (row * images + image) * length;
        System.arraycopy(pixels, from, first, (image * ROWS + row) * length, length);
      }
    }
    float[] expected =
        withWeights(
            (manager, weights) ->
                model
                    .statementPass()
                    .logits(weights, manager, tokens(), tensor(manager, first), 0)
                    .toFloatArray());
    try (StatementJudge judge = folder.openStatementJudge(Sessions.onCpu())) {
      FloatBuffer batch = judge.newBatch(ROWS);
      preprocess(new Preprocessor(judge.transform()), batch);
      float[] given = judge.logits(batch, texts);
      differences.put(GraphFiles.STATEMENT, Parity.difference(expected, given));
    }
  }

  private NDArray tensor(NDManager manager, float[] values) {
    return Torch.pictures(manager, values, format.size());
  }

  /** The texts as training cuts those of an evaluation. */
  private int[][] tokens() {
    int most = model.text().maxWords();
    return model.tokens(
        texts.stream()
            .map(model.text().cleaning()::apply)
            .map(text -> TextCleaning.cut(text, most))
            .toList());
  }

  private void preprocess(Preprocessor preprocessor, FloatBuffer batch) {
    for (int row = 0; row < pictures.size(); row++) {
      preprocessor.apply(pictures.get(row), batch, row * format.length());
    }
    float[] given = new float[pixels.length];
    batch.get(0, given);
    differences.put(Parity.PREPROCESSOR, Parity.difference(pixels, given));
  }

  private <R> R withWeights(BiFunction<NDManager, Weights, R> work) {
    try (Torch torch = Torch.open("cpu", model.config().threads());
        Parameters parameters =
            new Parameters(
                torch.manager(),
                model.layout(),
                model.checkpoint().weights(model.layout()),
                false);
        StepMemory memory = StepMemory.open(torch.manager())) {
      return work.apply(memory.manager(), parameters.untrained());
    }
  }
}
