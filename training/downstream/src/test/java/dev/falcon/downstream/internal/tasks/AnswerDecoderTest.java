// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.AnswerNetwork;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnswerDecoderTest {
  private static final int WIDTH = 8;
  private static final long[][] TEXTS = {{2, 4, 5, 6, 7}, {2, 7, 8, 9, 4}};

  private static NetworkShape shape(NormPlacement norm) {
    EncoderShape encoder = new EncoderShape(WIDTH, 2, 1, 16, 1e-6f);
    return new NetworkShape(8, 4, encoder, encoder, 2, norm, 11, 6, 5);
  }

  private interface Body {
    void with(AnswerNetwork network, Weights weights, NDManager manager, NDArray states);
  }

  /** Runs with a decoder that is a copy of the fusion encoder. */
  private static void copied(NormPlacement norm, Body body) {
    AnswerNetwork network = new AnswerNetwork(shape(norm));
    ParameterLayout layout = new ParameterLayout();
    network.declare(new Initializers(layout, Initialisation.FAN_IN));
    Map<String, float[]> first = layout.initialise(3);
    for (String name : first.keySet().toArray(String[]::new)) {
      if (name.startsWith(AnswerNetwork.DECODER) && !name.contains(".head.")) {
        first.put(name, first.get(AnswerNetwork.origin(name)).clone());
      }
    }
    RandomStream random = RandomStream.of(5, "states");
    float[] states = new float[TEXTS.length * 5 * WIDTH];
    for (int i = 0; i < states.length; i++) {
      states[i] = (float) random.nextGaussian();
    }
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, first, false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      body.with(
          network,
          parameters.untrained(),
          manager,
          Torch.floats(manager, states, TEXTS.length, 5, WIDTH));
    }
  }

  /**
   * Given the picture's tokens to look at, and a mask that hides nothing, a copy of the fusion
   * encoder gives what that gives. (The text encoder's layer is left out: fed are its embeddings.)
   */
  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void aCopyOfTheFusionEncoderGivesWhatThatGives(NormPlacement norm) {
    copied(
        norm,
        (network, weights, manager, images) -> {
          Sequences texts = Sequences.of(manager, TEXTS, 0);
          Sequences places = Sequences.of(manager, new int[] {5, 5});
          NDArray open = manager.zeros(new Shape(1, 1, 5, 5));
          float[] decoded =
              network
                  .answers(
                      weights,
                      texts.table(TEXTS),
                      texts,
                      open,
                      network.memory(weights, places.packRows(images), places),
                      0)
                  .toFloatArray();
          FusionTransformer fusion = new FusionTransformer(shape(norm));
          NDArray words = weights.get("text_model.embeddings.word_embeddings.weight");
          NDArray table = weights.get("text_model.embeddings.position_embeddings.weight");
          NDArray fed =
              weights.add(weights.rows(words, texts.table(TEXTS)), texts.positions(weights, table));
          if (norm == NormPlacement.POST) {
            NDArray types = weights.get("text_model.embeddings.token_type_embeddings.weight");
            fed =
                weights.layerNorm(
                    weights.add(fed, weights.at(types, 0, 0)),
                    "text_model.embeddings.LayerNorm",
                    1e-6f);
          }
          float[] fused =
              fusion.forward(weights, fed, texts, fusion.memory(weights, images), 0).toFloatArray();
          assertThat(decoded).containsExactly(fused, within(1e-5f));
        });
  }

  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void aWordSeesNoLaterOne(NormPlacement norm) {
    copied(
        norm,
        (network, weights, manager, states) -> {
          Sequences places = Sequences.of(manager, new int[] {5, 5});
          NDArray packed = places.packRows(states);
          float[][] outputs = new float[2][];
          for (int i = 0; i < 2; i++) {
            // The second time, the last two words of the first answer are others.
            List<int[]> answers =
                List.of(
                    i == 0 ? new int[] {2, 5, 6, 7} : new int[] {2, 5, 9, 10}, new int[] {2, 8});
            AnswerSequences sequences = AnswerSequences.of(manager, answers, 3);
            assertThat(sequences.predicted().toLongArray())
                .containsExactly(
                    i == 0 ? new long[] {5, 6, 7, 3, 8, 3} : new long[] {5, 9, 10, 3, 8, 3});
            outputs[i] =
                network
                    .answers(
                        weights,
                        sequences.fed(),
                        sequences.layout(),
                        sequences.mask(),
                        network.memory(weights, packed, places),
                        0)
                    .toFloatArray();
          }
          assertThat(Arrays.copyOf(outputs[1], 2 * WIDTH))
              .isEqualTo(Arrays.copyOf(outputs[0], 2 * WIDTH));
          assertThat(Arrays.copyOfRange(outputs[1], 4 * WIDTH, 6 * WIDTH))
              .isEqualTo(Arrays.copyOfRange(outputs[0], 4 * WIDTH, 6 * WIDTH));
          assertThat(Arrays.copyOfRange(outputs[1], 2 * WIDTH, 4 * WIDTH))
              .isNotEqualTo(Arrays.copyOfRange(outputs[0], 2 * WIDTH, 4 * WIDTH));
        });
  }
}
