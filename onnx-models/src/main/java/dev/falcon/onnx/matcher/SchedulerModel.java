// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The learned quantile scheduler, which maps a row's quantile features Ŝ to the Beta distribution
 * from which the row's quantile is drawn.
 *
 * <p>The graph {@code scheduler.onnx} has one input, float {@code [rows, m]}, and the outputs
 * {@code alpha} and {@code beta}, float {@code [rows]} or {@code [rows, 1]}, both above 0. Several
 * threads may evaluate at once.
 */
public final class SchedulerModel implements AutoCloseable {
  private static final String ALPHA = "alpha";
  private static final String BETA = "beta";

  private final GraphSession session;
  private final TensorSpec input;
  private final int featureCount;

  private SchedulerModel(GraphSession session) {
    this.session = session;
    if (session.inputs().size() != 1) {
      throw new FalconException(
          session.file()
              + ": a scheduler has one input, float [rows, m], and this graph has "
              + session.inputs());
    }
    TensorSpec features = session.inputs().get(0);
    if (!features.type().equals("float")
        || features.rank() != 2
        || features.dimension(0) != TensorSpec.OPEN
        || features.dimension(1) == TensorSpec.OPEN) {
      throw new FalconException(
          session.file()
              + ": a scheduler's input is float [rows, m] with any number of rows and a fixed m,"
              + " and this graph's is "
              + features);
    }
    checkOutput(ALPHA);
    checkOutput(BETA);
    this.input = features;
    this.featureCount = Math.toIntExact(features.dimension(1));
  }

  private void checkOutput(String name) {
    TensorSpec output = session.requireOutput(name);
    boolean vector = output.rank() == 1 || (output.rank() == 2 && output.dimension(1) == 1);
    if (!output.type().equals("float") || !vector) {
      throw new FalconException(
          session.file()
              + ": a scheduler's output "
              + name
              + " is float [rows] or [rows, 1], and this graph's is "
              + output);
    }
  }

  /** Opens {@code scheduler.onnx} and checks its inputs and outputs. */
  public static SchedulerModel open(Path file, Sessions sessions) {
    GraphSession session = sessions.open(file);
    try {
      return new SchedulerModel(session);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Returns the graph's file. */
  public Path file() {
    return session.file();
  }

  /** Returns m, the number of quantile features per row with which the graph was trained. */
  public int featureCount() {
    return featureCount;
  }

  /** Fails if a number of features differs from the graph's m. */
  public void requireFeatureCount(int m) {
    if (m != featureCount) {
      throw new FalconException(
          file() + ": takes m=" + featureCount + " quantile features a row, and not " + m);
    }
  }

  /**
   * Evaluates all rows in one batch.
   *
   * @param features the quantile features, each row normalised by softmax {@code // [rows x m]}
   * @param rows the number of rows
   * @throws FalconException if a row does not have m features, or the graph returns a parameter
   *     that is not finite and above 0
   */
  public BetaParameters evaluate(float[] features, int rows) {
    if (rows == 0) {
      return new BetaParameters(new float[0], new float[0]);
    }
    if ((long) rows * featureCount != features.length) {
      requireFeatureCount(features.length / rows);
      throw new IllegalArgumentException(features.length + " features are no " + rows + " rows");
    }
    try (OnnxTensor tensor =
            Tensors.floats(session, input, FloatBuffer.wrap(features), rows, featureCount);
        OrtSession.Result result = session.run(Map.of(input.name(), tensor), Set.of(ALPHA, BETA))) {
      return new BetaParameters(parameters(result, ALPHA, rows), parameters(result, BETA, rows));
    }
  }

  private float[] parameters(OrtSession.Result result, String name, int rows) {
    FloatBuffer buffer = ((OnnxTensor) result.get(name).orElseThrow()).getFloatBuffer();
    if (buffer.remaining() != rows) {
      throw new FalconException(
          file()
              + ": output "
              + name
              + " has "
              + buffer.remaining()
              + " values for "
              + rows
              + " rows");
    }
    float[] values = new float[rows];
    buffer.get(values);
    for (int row = 0; row < rows; row++) {
      if (!(values[row] > 0) || values[row] == Float.POSITIVE_INFINITY) {
        throw new FalconException(
            file()
                + ": "
                + name
                + " of row "
                + row
                + " is "
                + values[row]
                + "; a Beta distribution's parameters are finite and above 0");
      }
    }
    return values;
  }

  @Override
  public void close() {
    session.close();
  }

  /**
   * The parameters of one Beta distribution per row, from which the row's quantile is drawn.
   *
   * @param alpha the first parameters, above 0 {@code // [rows]}
   * @param beta the second parameters, above 0 {@code // [rows]}
   */
  @SuppressWarnings("ArrayRecordComponent") // rows are not separate objects; never compared
  public record BetaParameters(float[] alpha, float[] beta) {
    /** Returns the number of rows. */
    public int rows() {
      return alpha.length;
    }
  }
}
