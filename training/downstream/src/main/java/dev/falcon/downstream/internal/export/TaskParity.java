// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.export;

import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.downstream.internal.task.ExportedTask;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.internal.export.Parity;
import dev.falcon.training.internal.input.PictureMaker;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Runs the folder of a fine-tuned network as any user would, on pictures and captions of Scenes,
 * and compares its outputs with the trained network's.
 */
final class TaskParity {
  private static final int ROWS = 16;
  private static final int SIDE = 96;

  private final TaskModel model;
  private final List<byte[]> pictures;
  private final List<String> texts;
  private final float[] pixels; // as read in training // [rows · images x 3 x side x side]
  private final PixelFormat format;
  private final Map<String, Double> differences = new LinkedHashMap<>();

  private TaskParity(TaskModel model) {
    this.model = model;
    this.format = PixelFormat.of(model.config().model().imageSize(), model.config().data());
    Scenes world = new Scenes(ScenesConfig.standard().withImageSize(SIDE).withCaptionsPerImage(1));
    int count = ROWS * model.exported().images();
    this.pictures = IntStream.range(0, count).mapToObj(row -> world.png(Split.TEST, row)).toList();
    ScenesPairs pairs =
        ScenesPairs.generate(world, Split.TEST, ROWS, format, ScenesVocabulary.BERT, Progress.NONE);
    this.texts = IntStream.range(0, ROWS).mapToObj(pairs::caption).toList();
    this.pixels = new float[count * format.length()];
    PictureMaker maker = new PictureMaker(format, model.config().data().augment());
    for (int row = 0; row < count; row++) {
      format.write(maker.make(pictures.get(row), null), pixels, row * format.length());
    }
  }

  /** Returns, by file, the largest absolute difference of its outputs. */
  static Map<String, Double> differences(TaskModel model, Path folder) {
    TaskParity parity = new TaskParity(model);
    ModelFolder opened = ModelFolder.open(folder);
    parity.compare(opened);
    return parity.differences;
  }

  private void compare(ModelFolder folder) {
    ExportedTask exported = model.exported();
    double[] expected =
        withWeights(
            (manager, weights) ->
                exported.expected(
                    weights,
                    manager,
                    tokens(),
                    Torch.pictures(manager, imageByImage(), format.size())));
    double[] given =
        exported.given(
            folder, (transform, batch) -> preprocess(new Preprocessor(transform), batch), texts);
    differences.put(exported.graph(), Parity.difference(expected, given));
  }

  /**
   * Returns the first images of all examples, then their second ones [images · rows x 3 x side x
   * side].
   */
  private float[] imageByImage() {
    int images = model.exported().images();
    float[] ordered = new float[pixels.length];
    int length = format.length();
    for (int row = 0; row < ROWS; row++) {
      for (int image = 0; image < images; image++) {
        int from = (row * images + image) * length;
        System.arraycopy(pixels, from, ordered, (image * ROWS + row) * length, length);
      }
    }
    return ordered;
  }

  /** Returns the texts, truncated as in training's evaluation. */
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
                model.exported().layout(),
                model.checkpoint().weights(model.exported().layout()),
                false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      return work.apply(memory.manager(), parameters.untrained());
    }
  }
}
