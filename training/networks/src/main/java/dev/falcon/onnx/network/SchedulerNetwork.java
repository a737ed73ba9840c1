// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.shape.SchedulerShape;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's π: a residual network that maps an anchor's quantile features to the parameters of a
 * Beta distribution over q. Rows are independent.
 */
public final class SchedulerNetwork {
  /** The prefix of the names of all its weights. */
  public static final String NAME = "scheduler";

  private static final String INPUT = NAME + ".input";
  private static final String OUTPUT = NAME + ".output";

  private final SchedulerShape shape;

  /** Creates a network of these sizes. */
  public SchedulerNetwork(SchedulerShape shape) {
    this.shape = shape;
  }

  /**
   * Declares the network's weights. The last layer is initialised to zero, so that all anchors
   * start with the same distribution.
   *
   * @param firstBias the initial bias of both outputs
   */
  public void declare(Declarations declare, float firstBias) {
    List<String> layers = layers();
    int in = shape.features();
    for (String name : layers.subList(0, layers.size() - 1)) {
      declare.head(name, in, shape.hidden());
      in = shape.hidden();
    }
    declare.weight(OUTPUT + ".weight", Declarations.First.constant(0), 2, shape.hidden());
    declare.weight(OUTPUT + ".bias", Declarations.First.constant(firstBias), 2);
  }

  private static String block(int block) {
    return NAME + ".block." + block;
  }

  private static String layer(int block, int layer) {
    return block(block) + ".layer." + layer;
  }

  /** Returns the names of the linear layers from the input to the output. */
  public List<String> layers() {
    List<String> names = new ArrayList<>(List.of(INPUT));
    for (int block = 0; block < shape.blocks(); block++) {
      for (int layer = 0; layer < shape.layersPerBlock(); layer++) {
        names.add(layer(block, layer));
      }
    }
    names.add(OUTPUT);
    return names;
  }

  /**
   * Returns the distributions' parameters before the cap is applied. The cap would stop the
   * gradient of a row that has reached it.
   *
   * @param features the quantile features Ŝ [rows x m]
   * @return [rows x 2]: alpha and beta, above 0
   */
  public <T> T uncapped(TensorAlgebra<T> t, T features) {
    TensorAlgebra<T> whole = t.scope(NAME);
    T input = shape.inputGain() == 1 ? features : whole.scale(features, shape.inputGain());
    T x = whole.relu(t.linear(input, INPUT));
    for (int block = 0; block < shape.blocks(); block++) {
      TensorAlgebra<T> scope = t.scope(block(block));
      T y = x;
      for (int layer = 0; layer < shape.layersPerBlock(); layer++) {
        y = t.linear(layer == 0 ? y : scope.relu(y), layer(block, layer));
      }
      // No ReLU is applied to the sum: it could zero a whole block permanently, and with it
      // everything but the last bias.
      x = scope.add(x, y);
    }
    return whole.shift(whole.softplus(t.linear(x, OUTPUT)), shape.offset());
  }
}
