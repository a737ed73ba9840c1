// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.SchedulerNetwork;
import dev.falcon.onnx.network.shape.SchedulerShape;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Evaluates π with fixed weights, one row at a time. A batch needs only some of a search space's
 * rows, and which ones is known only while it is composed. Evaluating one row here is much cheaper
 * than evaluating all rows in the engine.
 */
final class RowNetwork {
  private final SchedulerShape shape;
  private final List<String> names;
  private final List<Layer> layers = new ArrayList<>();

  /** A linear layer with reusable memory. */
  private static final class Layer {
    private static final int TILE = 16; // rows whose parts of some columns stay in the cache

    private final float[] weight; // [out x in], as in the engine
    private final float[][] columns; // [in][out]
    private final float[] bias;

    Layer(int in, int out) {
      weight = new float[in * out];
      columns = new float[in][out];
      bias = new float[out];
    }

    void take(NDArray newWeight, NDArray newBias) {
      Torch.copy(newBias, bias);
      Torch.copy(newWeight, weight);
      int in = columns.length;
      for (int first = 0; first < bias.length; first += TILE) {
        int end = Math.min(bias.length, first + TILE);
        for (int i = 0; i < in; i++) {
          float[] column = columns[i];
          for (int j = first; j < end; j++) {
            column[j] = weight[j * in + i];
          }
        }
      }
    }

    /**
     * Returns {@code W x + b}. Inputs that ReLU has zeroed cost nothing; the others are added in
     * order, four per pass over the sums.
     */
    float[] apply(float[] x) {
      float[] sum = bias.clone();
      int[] live = new int[x.length];
      int count = 0;
      for (int i = 0; i < x.length; i++) {
        if (x[i] != 0) {
          live[count++] = i;
        }
      }
      int at = 0;
      for (; at + 4 <= count; at += 4) {
        addFour(sum, x, live[at], live[at + 1], live[at + 2], live[at + 3]);
      }
      for (; at < count; at++) {
        add(sum, x[live[at]], columns[live[at]]);
      }
      return sum;
    }

    private void addFour(float[] sum, float[] x, int i, int j, int k, int l) {
      float[] first = columns[i];
      float[] second = columns[j];
      float[] third = columns[k];
      float[] fourth = columns[l];
      float a = x[i];
      float b = x[j];
      float c = x[k];
      float d = x[l];
      for (int o = 0; o < sum.length; o++) {
        sum[o] = sum[o] + a * first[o] + b * second[o] + c * third[o] + d * fourth[o];
      }
    }

    private static void add(float[] sum, float factor, float[] column) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] += factor * column[j];
      }
    }
  }

  /** Creates a network without weights yet. */
  RowNetwork(SchedulerShape shape) {
    this.shape = shape;
    this.names = new SchedulerNetwork(shape).layers();
    int in = shape.features();
    int hidden = shape.hidden();
    for (int left = names.size(); left > 0; left--) {
      layers.add(new Layer(in, left == 1 ? 2 : hidden));
      in = hidden;
    }
  }

  /** Copies the current weights. */
  void take(Weights weights) {
    int at = 0;
    for (String name : names) {
      layers.get(at++).take(weights.get(name + ".weight"), weights.get(name + ".bias"));
    }
  }

  /**
   * Returns a row's alpha and beta.
   *
   * @param features the features of all rows [rows x m]
   */
  float[] distribution(float[] features, int row) {
    int m = shape.features();
    float[] input = Arrays.copyOfRange(features, row * m, (row + 1) * m);
    for (int i = 0; i < m; i++) {
      input[i] *= shape.inputGain();
    }
    float[] x = relu(layers.get(0).apply(input));
    int at = 1;
    for (int block = 0; block < shape.blocks(); block++) {
      float[] y = x;
      for (int layer = 0; layer < shape.layersPerBlock(); layer++) {
        y = layers.get(at++).apply(layer == 0 ? y : relu(y));
      }
      for (int i = 0; i < x.length; i++) {
        x[i] += y[i];
      }
    }
    float[] output = layers.get(at).apply(x);
    for (int i = 0; i < output.length; i++) {
      double tail = StrictMath.log1p(StrictMath.exp(-Math.abs(output[i])));
      float uncapped = (float) (Math.max(output[i], 0) + tail) + shape.offset();
      output[i] = Math.min(uncapped, shape.cap());
    }
    return output;
  }

  private static float[] relu(float[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.max(x[i], 0);
    }
    return x;
  }
}
