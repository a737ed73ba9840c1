// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * A cross-encoder's output: per pair either one logit of a match, {@code [pairs, 1]}, or two
 * logits, {@code [pairs, 2]}, the second of which is that of a match.
 *
 * @param session the graph
 * @param name the output's name
 */
record PairLogits(GraphSession session, String name) {
  static final String LOGITS = "logits";
  private static final String RIGHT =
      "; expected one logit of a match, [pairs, 1], or two, of no match and of a match, [pairs, 2]";

  /** Finds the output. */
  static PairLogits of(GraphSession session) {
    TensorSpec output =
        session
            .output(LOGITS)
            .orElseThrow(
                () ->
                    new FalconException(
                        session.file()
                            + ": gives no output logits, by which a cross-encoder judges; its"
                            + " outputs are "
                            + session.outputs()));
    long columns = output.rank() == 2 ? output.dimension(1) : 0;
    if (columns != 1 && columns != 2 && columns != TensorSpec.OPEN) {
      throw new FalconException(session.file() + ": gives " + output + RIGHT);
    }
    return new PairLogits(session, LOGITS);
  }

  /** Returns P(match) of every pair: the sigmoid of one logit, or the softmax of two // [pairs]. */
  float[] probabilities(OrtSession.Result result, int pairs) {
    FloatBuffer values = Tensors.read(result, name);
    int columns = columns(result, pairs);
    float[] probabilities = new float[pairs];
    for (int pair = 0; pair < pairs; pair++) {
      double odds = logit(values, pair * columns + columns - 1);
      odds -= columns == 2 ? logit(values, pair * columns) : 0;
      probabilities[pair] = (float) (1 / (1 + StrictMath.exp(-odds)));
    }
    return probabilities;
  }

  /** Returns the logit of a match for every pair // [pairs]. */
  float[] matchLogits(OrtSession.Result result, int pairs) {
    FloatBuffer values = Tensors.read(result, name);
    int columns = columns(result, pairs);
    float[] scores = new float[pairs];
    for (int pair = 0; pair < pairs; pair++) {
      scores[pair] = logit(values, pair * columns + columns - 1);
    }
    return scores;
  }

  private float logit(FloatBuffer values, int at) {
    float logit = values.get(at);
    if (!Float.isFinite(logit)) {
      throw new FalconException(session.file() + ": gives the logit " + logit + ", not finite");
    }
    return logit;
  }

  private int columns(OrtSession.Result result, int pairs) {
    long[] shape = Tensors.shape(result, name);
    if (shape.length != 2 || shape[0] != pairs || (shape[1] != 1 && shape[1] != 2)) {
      throw new FalconException(
          session.file()
              + ": output "
              + name
              + " has the shape "
              + Arrays.toString(shape)
              + " for "
              + pairs
              + " pairs"
              + RIGHT);
    }
    return (int) shape[1];
  }
}
