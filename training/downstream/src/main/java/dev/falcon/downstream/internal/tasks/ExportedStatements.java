// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.downstream.internal.task.ExportedTask;
import dev.falcon.downstream.internal.task.Tokens;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.export.graph.StatementForm;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.TaskModels;
import dev.falcon.onnx.matcher.StatementJudge;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.TaskShape.StatementShape;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** The network for statements, for export. */
record ExportedStatements(ModelConfig model, NetworkShape base, StatementPass pass)
    implements ExportedTask {
  /**
   * Returns the network of a checkpoint.
   *
   * @param images the number of images per statement
   */
  static ExportedStatements of(Checkpoint checkpoint, Tokens tokens, int images) {
    ModelConfig model = checkpoint.config().model();
    NetworkShape base = model.shape(tokens.vocabulary().size());
    NlvrNetwork network = new NlvrNetwork(base, images, StatementShape.CLASSES);
    return new ExportedStatements(
        model, base, new StatementPass(network, images, tokens.vocabulary()));
  }

  @Override
  public ExportedNetwork network() {
    return new StatementForm(new StatementShape(base, images()));
  }

  @Override
  public ParameterLayout layout() {
    ParameterLayout layout = new ParameterLayout();
    pass.network().declare(new Initializers(layout, model.initialisation()));
    return layout;
  }

  @Override
  public TextCleaning cleaning() {
    return TextCleaning.ALBEF;
  }

  @Override
  public int images() {
    return pass.images();
  }

  /** {@inheritDoc} There are no such files. */
  @Override
  public void write(Path folder) {}

  @Override
  public String graph() {
    return GraphFiles.STATEMENT;
  }

  @Override
  public double[] expected(Weights weights, NDManager manager, int[][] texts, NDArray pixels) {
    return doubles(pass.logits(weights, manager, texts, pixels, 0).toFloatArray());
  }

  @Override
  public double[] given(
      ModelFolder folder, BiConsumer<ImageTransform, FloatBuffer> preprocess, List<String> texts) {
    try (StatementJudge judge = TaskModels.statementJudge(folder, Sessions.onCpu())) {
      FloatBuffer batch = judge.newBatch(texts.size());
      preprocess.accept(judge.transform(), batch);
      return doubles(judge.logits(batch, texts));
    }
  }

  private static double[] doubles(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }
}
