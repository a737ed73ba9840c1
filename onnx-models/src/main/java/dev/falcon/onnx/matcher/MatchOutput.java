// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A matcher's output: logits {@code [pairs, 2]} of no match and match, or probabilities {@code
 * [pairs, 1]} or {@code [pairs]}.
 *
 * @param session the graph
 * @param name the output's name
 */
public record MatchOutput(GraphSession session, String name) {
  private static final List<String> NAMES =
      List.of("logits", "itm_logits", "itm_score", "match_probability", "probability");

  /** Finds the output. */
  public static MatchOutput of(GraphSession session) {
    for (String name : NAMES) {
      Optional<TensorSpec> output = session.output(name);
      if (output.isPresent()) {
        return new MatchOutput(session, name);
      }
    }
    if (session.outputs().size() == 1) {
      return new MatchOutput(session, session.outputs().get(0).name());
    }
    throw new FalconException(
        session.file()
            + ": no match output; expected logits [pairs, 2] or probability [pairs, 1]; found "
            + session.outputs());
  }

  /** Returns the output's raw values. */
  public float[] raw(OrtSession.Result result) {
    FloatBuffer values = Tensors.read(result, name);
    float[] numbers = new float[values.remaining()];
    values.get(numbers);
    return numbers;
  }

  /** Returns P(match) of every pair of a run; fails if the output has another form // [pairs]. */
  public float[] probabilities(OrtSession.Result result, int pairs) {
    FloatBuffer values = Tensors.read(result, name);
    boolean logits = hasLogits(result, pairs);
    float[] probabilities = new float[pairs];
    for (int pair = 0; pair < pairs; pair++) {
      probabilities[pair] = logits ? softmax(values, 2 * pair) : probability(values.get(pair));
    }
    return probabilities;
  }

  /**
   * Returns the raw logit of "match" of every pair of a run, or the log-odds if the graph gives
   * probabilities // [pairs].
   */
  public float[] matchLogits(OrtSession.Result result, int pairs) {
    FloatBuffer values = Tensors.read(result, name);
    boolean logits = hasLogits(result, pairs);
    float[] scores = new float[pairs];
    for (int pair = 0; pair < pairs; pair++) {
      scores[pair] = logits ? values.get(2 * pair + 1) : logOdds(probability(values.get(pair)));
    }
    return scores;
  }

  private static float logOdds(float probability) {
    return (float) (StrictMath.log(probability) - StrictMath.log1p(-probability));
  }

  /** Returns whether the output has two logits per pair, rather than one probability. */
  private boolean hasLogits(OrtSession.Result result, int pairs) {
    long[] shape = Tensors.shape(result, name);
    boolean logits = shape.length == 2 && shape[1] == 2;
    boolean single = shape.length == 1 || (shape.length == 2 && shape[1] == 1);
    if (shape.length == 0 || shape[0] != pairs || !(logits || single)) {
      throw new FalconException(
          session.file()
              + ": output "
              + name
              + " has the shape "
              + Arrays.toString(shape)
              + " for "
              + pairs
              + " pairs; expected logits [pairs, 2] or probabilities [pairs, 1]");
    }
    return logits;
  }

  /** Returns the softmax probability of the second of two logits. */
  private float softmax(FloatBuffer values, int start) {
    double difference = (double) values.get(start) - values.get(start + 1);
    if (!Double.isFinite(difference)) {
      throw new FalconException(
          session.file()
              + ": gives logits "
              + values.get(start)
              + " and "
              + values.get(start + 1)
              + ", which are not finite");
    }
    return (float) (1 / (1 + StrictMath.exp(difference)));
  }

  private float probability(float value) {
    if (!(value >= 0 && value <= 1)) {
      throw new FalconException(
          session.file()
              + ": output "
              + name
              + " of one column must be a probability in [0, 1], and is "
              + value
              + "; export both logits instead");
    }
    return value;
  }
}
