// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.AlbefNetwork;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the engine does its own way gives what the plain form gives, and so do the gradients. */
class WeightsTest {
  private static final int SIZE = 8;
  private static final int LENGTH = 6;
  private static final long[][] CAPTIONS = {
    {1, 3, 4, 5, 0, 0}, {1, 6, 7, 0, 0, 0}, {1, 8, 9, 10, 3, 4}, {1, 0, 0, 0, 0, 0}
  };

  private static NetworkShape shape(NormPlacement norm) {
    EncoderShape vision = new EncoderShape(12, 2, 2, 16, 1e-6f);
    return new NetworkShape(
        SIZE, 4, vision, new EncoderShape(8, 2, 2, 16, 1e-6f), 2, norm, 11, LENGTH, 5);
  }

  @Test
  void aParameterIsDeclaredOnce() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("a.weight", Initialiser.constant(0), 2);
    assertThatThrownBy(() -> layout.declare("a.weight", Initialiser.constant(1), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("declared twice: a.weight");
  }

  @Test
  void aParameterThatIsNotDeclaredIsNamed() {
    ParameterLayout layout = new ParameterLayout();
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, Map.of(), true)) {
      assertThatThrownBy(() -> parameters.weights().get("none.weight"))
          .hasMessage("no parameter is called none.weight");
    }
  }

  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void theFastFormsAreThePlainOnes(NormPlacement norm) {
    AlbefNetwork network = new AlbefNetwork(shape(norm));
    ParameterLayout layout = new ParameterLayout();
    network.declare((name, first, extents) -> layout.declare(name, noise(), extents));
    Map<String, float[]> values = layout.initialise(1);
    float[][] fast = new float[2][];
    float[][] plain = new float[2][];
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, values, true);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      Sequences captions = Sequences.of(manager, CAPTIONS, 0);
      NDArray packed = captions.table(CAPTIONS);
      run(
          torch,
          parameters,
          fast,
          () -> {
            Weights weights = parameters.weights();
            NDArray text = network.text().forward(weights, packed, captions, 0);
            NDArray image = network.vision().forward(weights, pixels(manager));
            var fusion = network.fusion();
            NDArray fused = fusion.first(weights, text, captions, fusion.memory(weights, image), 0);
            return loss(network, weights, image, captions.firsts(text), fused);
          });
      NDArray padded = Torch.indices(manager, flat(CAPTIONS)).reshape(CAPTIONS.length, LENGTH);
      run(
          torch,
          parameters,
          plain,
          () -> {
            PlainWeights weights = new PlainWeights(parameters.weights());
            TokenLayout<NDArray> layoutOfAll =
                new PaddedTokens<>(padded, Optional.of(mask(manager)));
            NDArray text = network.text().forward(weights, padded, layoutOfAll, 0);
            NDArray image = network.vision().forward(weights, pixels(manager));
            var fusion = network.fusion();
            NDArray fused =
                fusion.forward(weights, text, layoutOfAll, fusion.memory(weights, image), 0);
            return loss(
                network,
                weights,
                image,
                layoutOfAll.firsts(weights, text),
                layoutOfAll.firsts(weights, fused));
          });
    }
    assertThat(fast[0]).containsExactly(plain[0], within(1e-5f));
    assertThat(fast[1]).containsExactly(plain[1], within(1e-4f));
  }

  private static Initialiser noise() {
    return Initialiser.normal(0.3);
  }

  private static NDArray loss(
      AlbefNetwork network,
      TensorAlgebra<NDArray> weights,
      NDArray image,
      NDArray text,
      NDArray fused) {
    NDArray images = network.imageProjection(weights, image);
    NDArray texts = network.textProjection(weights, text);
    NDArray words = network.wordLogits(weights, fused).logSoftmax(-1);
    return images
        .mul(texts)
        .sum()
        .add(network.matchLogits(weights, fused).square().sum())
        .add(words.mean());
  }

  private static void run(
      Torch torch, Parameters parameters, float[][] found, Supplier<NDArray> forward) {
    found[0] = new float[] {torch.differentiate(forward)};
    int size = 0;
    for (Parameters.Group group : parameters.groups()) {
      size += group.size;
    }
    found[1] = new float[size];
    int at = 0;
    for (Parameters.Group group : parameters.groups()) {
      try (NDArray gradient = group.values.getGradient()) {
        float[] part = gradient.toFloatArray();
        System.arraycopy(part, 0, found[1], at, part.length);
        at += part.length;
        gradient.subi(gradient.duplicate());
      }
    }
  }

  private static NDArray pixels(NDManager manager) {
    RandomStream random = RandomStream.of(3, "pixels");
    float[] pixels = new float[CAPTIONS.length * 3 * SIZE * SIZE];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    return Torch.floats(manager, pixels, CAPTIONS.length, 3, SIZE, SIZE);
  }

  private static long[] flat(long[][] captions) {
    return Arrays.stream(captions).flatMapToLong(Arrays::stream).toArray();
  }

  private static NDArray mask(NDManager manager) {
    float[] hidden = new float[CAPTIONS.length * LENGTH];
    for (int i = 0; i < hidden.length; i++) {
      hidden[i] = CAPTIONS[i / LENGTH][i % LENGTH] == 0 ? -10_000 : 0;
    }
    return Torch.floats(manager, hidden, CAPTIONS.length, 1, 1, LENGTH);
  }
}
