// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What saves work in a step gives what the plain way gives. */
class AlbefTest {
  private static final int SIZE = 8;
  private static final int WIDTH = 8;
  private static final long[][] CAPTIONS = {
    {1, 3, 4, 5, 0, 0}, {1, 6, 7, 0, 0, 0}, {1, 8, 9, 10, 3, 4}, {1, 0, 0, 0, 0, 0}
  };

  private static ModelConfig tiny(NormPlacement norm) {
    return new ModelConfig(
        SIZE,
        4,
        new EncoderShape(12, 2, 1, 16, 1e-6f),
        new EncoderShape(WIDTH, 2, 2, 16, 1e-6f),
        2,
        norm,
        6,
        0,
        5,
        new TemperatureConfig(0.5f, 0.01f, 1),
        Initialisation.FAN_IN);
  }

  private static NDArray pixels(NDManager manager, int rows) {
    RandomStream random = RandomStream.of(3, "pixels");
    float[] pixels = new float[rows * 3 * SIZE * SIZE];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    return Torch.floats(manager, pixels, rows, 3, SIZE, SIZE);
  }

  /** Captions of a batch are worked out as each would be alone, without any padding. */
  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void aPairsFirstTokenIsThatOfTheWholePassOverThePairAlone(NormPlacement norm) {
    Albef network = new Albef(tiny(norm), 11);
    FusionTransformer fusion = network.fusion();
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters =
            new Parameters(
                torch.manager(), network.layout(), network.layout().initialise(7), false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      Weights weights = parameters.weights();
      NDArray images = network.vision().forward(weights, pixels(manager, CAPTIONS.length));
      Sequences all = Sequences.of(manager, CAPTIONS, 0);
      NDArray texts = network.text().forward(weights, all.table(CAPTIONS), all, 0);
      int[] captionOf = {2, 0, 1, 3, 2};
      int[] imageOf = {1, 1, 0, 2, 3};
      Sequences.Choice chosen = all.choose(manager, captionOf);
      float[] firsts =
          fusion
              .first(
                  weights,
                  texts.get(chosen.tokens()),
                  chosen.sequences(),
                  fusion.memory(weights, images).rows(Torch.indices(manager, imageOf)),
                  0)
              .toFloatArray();
      for (int pair = 0; pair < captionOf.length; pair++) {
        long[][] caption = {CAPTIONS[captionOf[pair]]};
        Sequences one = Sequences.of(manager, caption, 0);
        NDArray image = images.get(imageOf[pair] + ":" + (imageOf[pair] + 1));
        NDArray text = network.text().forward(weights, one.table(caption), one, 0);
        float[] plain =
            fusion.forward(weights, text, one, fusion.memory(weights, image), 0).toFloatArray();
        for (int i = 0; i < WIDTH; i++) {
          assertThat(firsts[pair * WIDTH + i]).isCloseTo(plain[i], within(1e-5f));
        }
      }
    }
  }
}
