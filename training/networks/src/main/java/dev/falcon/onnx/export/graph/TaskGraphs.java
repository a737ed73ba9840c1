// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.AnswerNetwork;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.TaskShape.AnswerShape;
import dev.falcon.onnx.network.shape.TaskShape.StatementShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The graphs of fine-tuned networks: for questions about an image, and for statements about
 * several. In both, the images' tokens come from a separate graph, {@link
 * NetworkGraphs#imageStates}. Batch and text length are dynamic in all of them.
 */
public final class TaskGraphs {
  private static final String QUESTION_STATES = "question_states";
  private static final String QUESTIONS = "questions";
  private static final String QUESTION_LENGTH = "question_length";
  private static final int ROW_AXIS = 2;
  private static final int COLUMN_AXIS = 3;

  private TaskGraphs() {}

  /**
   * Returns the question encoder: image_states [batch x (1 + patches) x width], input_ids and
   * attention_mask [batch x length] to question_states [batch x length x width].
   */
  public static GraphBuilder question(AnswerShape shape, NamedWeights weights) {
    AnswerNetwork network = new AnswerNetwork(shape.base());
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = GraphAlgebra.into(graph, weights, network::declare);
    Value images =
        graph.input(
            NetworkGraphs.imageStatesInfo(shape.base(), "batch")
                .describedAs("the output of itm_vision_model.onnx, a row a question"));
    Value ids = NetworkGraphs.ids(graph);
    TokenLayout<Value> questions = NetworkGraphs.captions(graph, ids);
    graph.output(
        questionStates(shape.base(), "batch", "length")
            .describedAs("every question's tokens, for answer_model.onnx"),
        network.questions(algebra, ids, questions, images, 0));
    return graph;
  }

  /**
   * Returns the answer decoder: question_states [questions x question_length x width],
   * attention_mask [questions x question_length] and input_ids [batch x length] to logits [batch x
   * length x vocabulary] of the token that follows each token of an answer. There is either one
   * question per answer or one question for all answers.
   */
  public static GraphBuilder answer(AnswerShape shape, NamedWeights weights) {
    AnswerNetwork network = new AnswerNetwork(shape.base());
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = GraphAlgebra.into(graph, weights, network::declare);
    Value states =
        graph.input(
            questionStates(shape.base(), QUESTIONS, QUESTION_LENGTH)
                .describedAs("the output of question_model.onnx: a row an answer, or one row"));
    Value mask =
        graph.input(
            TensorInfo.int64("attention_mask", QUESTIONS, QUESTION_LENGTH)
                .describedAs("the questions': 1 for a token, 0 for padding"));
    Value ids =
        graph.input(
            TensorInfo.int64("input_ids", "batch", "length")
                .describedAs("answers, each with the first token before it; any padding after it"));
    Value predicted =
        network.answers(
            algebra,
            ids,
            new PaddedTokens<>(ids, Optional.empty()),
            laterWords(graph, ids, shape.maxTokens()),
            network.memory(algebra, states, NetworkGraphs.padded(graph, states, mask)),
            0);
    graph.output(
        TensorInfo.float32("logits", "batch", "length", Integer.toString(shape.vocabulary()))
            .describedAs("softmax gives the probabilities of what follows each token"),
        network.logits(algebra, predicted));
    return graph;
  }

  /** Returns the causal mask [1 x 1 x length x length]. */
  private static Value laterWords(GraphBuilder graph, Value ids, int most) {
    float[] mask = new float[most * most];
    for (int row = 0; row < most; row++) {
      for (int later = row + 1; later < most; later++) {
        mask[row * most + later] = PaddedTokens.HIDDEN;
      }
    }
    GraphBuilder scope = graph.scope("answer_decoder.mask");
    Value all = graph.weight("answer_decoder.mask", Tensor.float32(mask, 1, 1, most, most));
    Value none = scope.integers(0);
    Value length = scope.shape(ids, 1, 2);
    return scope.slice(scope.slice(all, ROW_AXIS, none, length), COLUMN_AXIS, none, length);
  }

  /**
   * Returns the classifier of statements: image_states [batch x images x (1 + patches) x width],
   * input_ids and attention_mask [batch x length] to logits [batch x 2].
   */
  public static GraphBuilder statement(StatementShape shape, NamedWeights weights) {
    NlvrNetwork network = new NlvrNetwork(shape.base(), shape.images(), StatementShape.CLASSES);
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = GraphAlgebra.into(graph, weights, network::declare);
    NetworkShape base = shape.base();
    Value states =
        graph.input(
            TensorInfo.float32(
                    "image_states",
                    "batch",
                    Integer.toString(shape.images()),
                    Integer.toString(base.patches() + 1),
                    Integer.toString(base.image().width()))
                .describedAs("outputs of itm_vision_model.onnx, those of a statement in a row"));
    Value ids = NetworkGraphs.ids(graph);
    TokenLayout<Value> statements = NetworkGraphs.captions(graph, ids);
    List<Value> images = new ArrayList<>();
    for (int image = 0; image < shape.images(); image++) {
      images.add(algebra.at(states, 1, image));
    }
    graph.output(
        TensorInfo.float32("logits", "batch", Integer.toString(StatementShape.CLASSES))
            .describedAs("softmax gives the probabilities of: false, true"),
        network.logits(algebra, ids, statements, images, 0));
    return graph;
  }

  private static TensorInfo questionStates(NetworkShape shape, String rows, String length) {
    return TensorInfo.float32(
        QUESTION_STATES, rows, length, Integer.toString(shape.text().width()));
  }
}
