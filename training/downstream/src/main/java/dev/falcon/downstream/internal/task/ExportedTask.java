// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** A fine-tuned network that is exported as a model folder. */
public interface ExportedTask {
  /** Returns the network in the form of graphs. */
  ExportedNetwork network();

  /** Returns the network's parameters. */
  ParameterLayout layout();

  /** Returns the cleaning of texts in an evaluation. */
  TextCleaning cleaning();

  /** Returns the number of images per example. */
  int images();

  /** Writes the files that are needed beside the graphs. */
  void write(Path folder);

  /** Returns the name of the graph whose outputs are compared. */
  String graph();

  /**
   * Returns the outputs of the trained network.
   *
   * @param texts the tokens of each example
   * @param pixels the normalised pictures [images * examples x 3 x size x size]
   */
  double[] expected(Weights weights, NDManager manager, int[][] texts, NDArray pixels);

  /**
   * Returns the outputs of the exported graphs, run as any user would, in the order of {@link
   * #expected}.
   *
   * @param preprocess fills a batch with the pictures of the examples
   * @param texts the texts of the examples
   */
  double[] given(
      ModelFolder folder, BiConsumer<ImageTransform, FloatBuffer> preprocess, List<String> texts);
}
