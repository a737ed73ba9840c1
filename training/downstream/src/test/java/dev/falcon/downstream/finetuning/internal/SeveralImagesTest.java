// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.AlbefNetwork;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The network of NLVR2: two layers for each, which share keys and values alone. */
class SeveralImagesTest {
  private static final int SIZE = 8;
  private static final long[][] TEXTS = {{2, 4, 5, 6}, {2, 7, 0, 0}, {2, 8, 9, 0}};

  private static NetworkShape shape(NormPlacement norm) {
    return new NetworkShape(
        SIZE,
        4,
        new EncoderShape(12, 2, 1, 16, 1e-6f),
        new EncoderShape(8, 2, 1, 16, 1e-6f),
        2,
        norm,
        11,
        6,
        5);
  }

  private static ParameterLayout layout(NlvrNetwork network) {
    ParameterLayout layout = new ParameterLayout();
    network.declare(new Initializers(layout, Initialisation.FAN_IN));
    return layout;
  }

  /** The first values, with both layers of a couple alike. */
  private static Map<String, float[]> coupled(ParameterLayout layout, int images) {
    Map<String, float[]> first = layout.initialise(3);
    for (ParameterLayout.Entry entry : layout.entries()) {
      for (int i = 0; i < 2 * images; i++) {
        String prefix = FusionTransformer.layer(i);
        if (entry.name().startsWith(prefix)) {
          String source = FusionTransformer.layer(i - i % images);
          first.put(
              entry.name(), first.get(source + entry.name().substring(prefix.length())).clone());
        }
      }
    }
    return first;
  }

  private static NDArray pixels(NDManager manager, String name) {
    RandomStream random = RandomStream.of(5, name);
    float[] pixels = new float[TEXTS.length * 3 * SIZE * SIZE];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    return Torch.floats(manager, pixels, TEXTS.length, 3, SIZE, SIZE);
  }

  private static NDArray logits(
      NlvrNetwork network, Weights weights, NDManager manager, String left, String right) {
    Sequences sequences = Sequences.of(manager, TEXTS, 0);
    return network.logits(
        weights,
        sequences.table(TEXTS),
        sequences,
        List.of(
            network.vision().forward(weights, pixels(manager, left)),
            network.vision().forward(weights, pixels(manager, right))),
        0);
  }

  @Test
  void onlyKeysAndValuesAreShared() {
    ParameterLayout one = new ParameterLayout();
    new AlbefNetwork(shape(NormPlacement.POST))
        .declare(new Initializers(one, Initialisation.FAN_IN));
    ParameterLayout two = layout(new NlvrNetwork(shape(NormPlacement.POST), 2, 2));
    long layers =
        one.entries().stream()
            .filter(entry -> entry.name().startsWith(FusionTransformer.PREFIX))
            .count();
    List<String> twice =
        two.entries().stream()
            .map(ParameterLayout.Entry::name)
            .filter(name -> name.startsWith(FusionTransformer.PREFIX))
            .toList();
    assertThat(twice).hasSize((int) (2 * layers - 2 * 4)); // a key and a value, weight and bias
    assertThat(twice)
        .contains(FusionTransformer.layer(0) + "crossattention.self.key.weight")
        .contains(FusionTransformer.layer(1) + "crossattention.self.query.weight")
        .doesNotContain(FusionTransformer.layer(1) + "crossattention.self.key.weight")
        .doesNotContain(FusionTransformer.layer(3) + "crossattention.self.value.bias");
  }

  /** A layer that looked at one image twice would give the same whatever the order. */
  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void theImagesOrderMattersFromTheStart(NormPlacement norm) {
    NlvrNetwork network = new NlvrNetwork(shape(norm), 2, 2);
    ParameterLayout layout = layout(network);
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, coupled(layout, 2), false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      Weights weights = parameters.untrained();
      NDManager manager = memory.manager();
      float[] ordered = logits(network, weights, manager, "a", "b").toFloatArray();
      assertThat(logits(network, weights, manager, "a", "b").toFloatArray()).isEqualTo(ordered);
      assertThat(logits(network, weights, manager, "b", "a").toFloatArray()).isNotEqualTo(ordered);
      assertThat(logits(network, weights, manager, "a", "a").toFloatArray()).isNotEqualTo(ordered);
    }
  }

  @Test
  void afterAStepTheLayersOfACoupleDifferButForWhatTheyShare() {
    NlvrNetwork network = new NlvrNetwork(shape(NormPlacement.POST), 2, 2);
    ParameterLayout layout = layout(network);
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), layout, coupled(layout, 2), true)) {
      AdamW optimiser =
          new AdamW(torch.manager(), parameters, new AdamW.Settings(0.9, 0.999, 1e-8, 0.02, 0));
      String query = "crossattention.self.query.weight";
      Map<String, float[]> before = parameters.copy();
      assertThat(before.get(FusionTransformer.layer(1) + query))
          .isEqualTo(before.get(FusionTransformer.layer(0) + query));
      TensorScope.within(
          torch.manager(),
          manager ->
              torch.differentiate(
                  () ->
                      Ops.crossEntropy(
                          logits(network, parameters.weights(), manager, "a", "b"),
                          Torch.indices(manager, new long[] {1, 0, 1}))));
      optimiser.step(0.01);
      Map<String, float[]> after = parameters.copy();
      assertThat(after.get(FusionTransformer.layer(1) + query))
          .isNotEqualTo(after.get(FusionTransformer.layer(0) + query));
      String key = "crossattention.self.key.weight";
      assertThat(after.get(FusionTransformer.layer(0) + key))
          .isNotEqualTo(before.get(FusionTransformer.layer(0) + key));
      assertThat(after).doesNotContainKey(FusionTransformer.layer(1) + key);
    }
  }
}
