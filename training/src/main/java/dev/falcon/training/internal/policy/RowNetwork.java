package dev.falcon.training.internal.policy;

import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * π with the weights of one moment, a row at a time. A batch asks for a few of a search space's
 * rows, and which they are shows only while it is composed: one row here is much cheaper than all
 * of them in the engine.
 */
final class RowNetwork {
  private final SchedulerConfig config;
  private final List<Layer> layers;

  /**
   * A linear layer.
   *
   * @param columns the weight by input [in x out]
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Layer(float[][] columns, float[] bias) {
    /** A layer of a weight [out x in]. */
    static Layer of(float[] weight, float[] bias) {
      int in = weight.length / bias.length;
      float[][] columns = new float[in][bias.length];
      for (int i = 0; i < in; i++) {
        float[] column = columns[i];
        for (int j = 0; j < column.length; j++) {
          column[j] = weight[j * in + i];
        }
      }
      return new Layer(columns, bias);
    }

    /** {@code W x + b}; inputs that ReLU has silenced cost nothing. */
    float[] apply(float[] x) {
      float[] sum = bias.clone();
      for (int i = 0; i < x.length; i++) {
        if (x[i] != 0) {
          add(sum, x[i], columns[i]);
        }
      }
      return sum;
    }

    private static void add(float[] sum, float factor, float[] column) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] += factor * column[j];
      }
    }
  }

  /** Copies the weights out of the engine. */
  RowNetwork(SchedulerConfig config, Parameters parameters) {
    this.config = config;
    this.layers =
        StepMemory.within(parameters.manager(), memory -> layers(config, parameters.untrained()));
  }

  private static List<Layer> layers(SchedulerConfig config, Weights weights) {
    List<Layer> layers = new ArrayList<>();
    for (String name : SchedulerNetwork.layers(config)) {
      layers.add(
          Layer.of(
              weights.get(name + ".weight").toFloatArray(),
              weights.get(name + ".bias").toFloatArray()));
    }
    return layers;
  }

  /**
   * A row's alpha and beta.
   *
   * @param features all rows' [rows x m]
   */
  float[] distribution(float[] features, int row) {
    int m = config.quantiles();
    float[] input = Arrays.copyOfRange(features, row * m, (row + 1) * m);
    for (int i = 0; i < m; i++) {
      input[i] *= config.inputGain();
    }
    float[] x = relu(layers.get(0).apply(input));
    int at = 1;
    for (int block = 0; block < config.blocks(); block++) {
      float[] y = x;
      for (int layer = 0; layer < SchedulerNetwork.LAYERS_PER_BLOCK; layer++) {
        y = layers.get(at++).apply(layer == 0 ? y : relu(y));
      }
      for (int i = 0; i < x.length; i++) {
        x[i] += y[i];
      }
    }
    float[] output = layers.get(at).apply(x);
    for (int i = 0; i < output.length; i++) {
      double tail = StrictMath.log1p(StrictMath.exp(-Math.abs(output[i])));
      output[i] = (float) (Math.max(output[i], 0) + tail) + config.offset();
      if (config.cap() > 0) {
        output[i] = Math.min(output[i], config.cap());
      }
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
