// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.graph.NetworkGraphs;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.GraphRunner;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The graphs in ONNX Runtime against the same networks in plain loops, on random weights. */
class NetworkGraphsTest {
  private static final double TOLERANCE = 1e-4;
  private static final int BATCH = 3;
  private static final int PIXELS = 3 * 12 * 12;
  private static final long[][] CAPTIONS = {{1, 7, 3, 9, 2}, {1, 4}, {1, 5, 5, 8}};
  private static final int LENGTH = 6;

  @TempDir Path folder;

  private static NetworkShape shape(NormPlacement textNorm) {
    return new NetworkShape(
        12,
        4,
        new EncoderShape(8, 2, 2, 16, 1e-6f),
        new EncoderShape(12, 3, 2, 20, 1e-12f),
        2,
        textNorm,
        11,
        LENGTH + 2,
        5);
  }

  @Test
  void imageVectorsEqualTheOracles() {
    NetworkShape shape = shape(NormPlacement.PRE);
    Map<String, Tensor> weights = RandomWeights.of(shape, 1);
    NaiveNetwork oracle = new NaiveNetwork(shape, weights);
    float[] images = images();
    try (GraphRunner runner = open(graphs(shape, weights).imageEmbedder())) {
      GraphRunner.Output result =
          runner.feed("pixel_values", images, BATCH, 3, 12, 12).run().get("image_embeds");
      assertThat(result.shape()).containsExactly(BATCH, 5);
      for (int i = 0; i < BATCH; i++) {
        double[][] expected =
            oracle.linear(oracle.imageTokens(image(images, i)), "vision_projection");
        assertClose(result.values(), i * 5, expected[0]);
      }
    }
  }

  @Test
  void imageStatesEqualTheOracles() {
    NetworkShape shape = shape(NormPlacement.PRE);
    Map<String, Tensor> weights = RandomWeights.of(shape, 2);
    float[] images = images();
    GraphRunner.Output result = imageStates(shape, weights, images);
    assertThat(result.shape()).containsExactly(BATCH, 10, 8);
    for (int i = 0; i < BATCH; i++) {
      double[][] expected = new NaiveNetwork(shape, weights).imageTokens(image(images, i));
      for (int token = 0; token < 10; token++) {
        assertClose(result.values(), (i * 10 + token) * 8, expected[token]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void textVectorsEqualTheOraclesWhateverTheirPadding(NormPlacement norm) {
    NetworkShape shape = shape(norm);
    Map<String, Tensor> weights = RandomWeights.of(shape, 3);
    NaiveNetwork oracle = new NaiveNetwork(shape, weights);
    try (GraphRunner runner = open(graphs(shape, weights).textEmbedder())) {
      GraphRunner.Output result =
          runner
              .feed("input_ids", ids(), BATCH, LENGTH)
              .feed("attention_mask", mask(), BATCH, LENGTH)
              .run()
              .get("text_embeds");
      assertThat(result.shape()).containsExactly(BATCH, 5);
      for (int i = 0; i < BATCH; i++) {
        double[][] expected = oracle.linear(oracle.textTokens(CAPTIONS[i]), "text_projection");
        assertClose(result.values(), i * 5, expected[0]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void matchLogitsEqualTheOraclesForAnImageACaption(NormPlacement norm) {
    NetworkShape shape = shape(norm);
    Map<String, Tensor> weights = RandomWeights.of(shape, 4);
    float[] images = images();
    float[] logits = logits(shape, weights, imageStates(shape, weights, images).values(), BATCH);
    for (int i = 0; i < BATCH; i++) {
      assertClose(logits, i * 2, expectedLogits(shape, weights, image(images, i), CAPTIONS[i]));
    }
  }

  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void oneImageServesAllCaptions(NormPlacement norm) {
    NetworkShape shape = shape(norm);
    Map<String, Tensor> weights = RandomWeights.of(shape, 5);
    float[] images = images();
    float[] states = new float[10 * 8];
    System.arraycopy(imageStates(shape, weights, images).values(), 0, states, 0, states.length);
    float[] logits = logits(shape, weights, states, 1);
    for (int i = 0; i < BATCH; i++) {
      assertClose(logits, i * 2, expectedLogits(shape, weights, image(images, 0), CAPTIONS[i]));
    }
  }

  @Test
  void aMissingWeightIsNamed() {
    NetworkShape shape = shape(NormPlacement.POST);
    Map<String, Tensor> weights = new HashMap<>(RandomWeights.of(shape, 6));
    weights.remove("itm_head.bias");
    assertThatThrownBy(() -> graphs(shape, weights).matcher())
        .isInstanceOf(FalconException.class)
        .hasMessage("the network's weights lack itm_head.bias");
  }

  @Test
  void aWeightOfAnotherShapeIsNamed() {
    NetworkShape shape = shape(NormPlacement.POST);
    Map<String, Tensor> weights = new HashMap<>(RandomWeights.of(shape, 6));
    weights.put("itm_head.bias", Tensor.float32(new float[3], 3));
    assertThatThrownBy(() -> graphs(shape, weights).matcher())
        .isInstanceOf(FalconException.class)
        .hasMessage("itm_head.bias has the shape [3]; this network's is [2]");
  }

  private static NetworkGraphs graphs(NetworkShape shape, Map<String, Tensor> weights) {
    return new NetworkGraphs(shape, NamedWeights.of(weights));
  }

  private GraphRunner open(GraphBuilder graph) {
    Path file = folder.resolve("graph.onnx");
    graph.write(file, new ModelMetadata("graph", "", "test", Map.of()));
    return new GraphRunner(file);
  }

  private GraphRunner.Output imageStates(
      NetworkShape shape, Map<String, Tensor> weights, float[] images) {
    try (GraphRunner runner = open(graphs(shape, weights).imageStates("itm_fusion_model.onnx"))) {
      return runner.feed("pixel_values", images, BATCH, 3, 12, 12).run().get("image_states");
    }
  }

  private float[] logits(
      NetworkShape shape, Map<String, Tensor> weights, float[] states, int images) {
    try (GraphRunner runner = open(graphs(shape, weights).matcher())) {
      GraphRunner.Output result =
          runner
              .feed("image_states", states, images, 10, 8)
              .feed("input_ids", ids(), BATCH, LENGTH)
              .feed("attention_mask", mask(), BATCH, LENGTH)
              .run()
              .get("logits");
      assertThat(result.shape()).containsExactly(BATCH, 2);
      return result.values();
    }
  }

  private static double[] expectedLogits(
      NetworkShape shape, Map<String, Tensor> weights, float[] image, long[] caption) {
    NaiveNetwork oracle = new NaiveNetwork(shape, weights);
    double[][] fused = oracle.fused(oracle.textTokens(caption), oracle.imageTokens(image));
    return oracle.linear(fused, "itm_head")[0];
  }

  private static void assertClose(float[] actual, int from, double[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) actual[from + i]).isCloseTo(expected[i], within(TOLERANCE));
    }
  }

  private static float[] images() {
    RandomStream random = RandomStream.of(7, "images");
    float[] images = new float[BATCH * PIXELS];
    for (int i = 0; i < images.length; i++) {
      images[i] = (float) random.nextGaussian();
    }
    return images;
  }

  private static float[] image(float[] images, int i) {
    float[] image = new float[PIXELS];
    System.arraycopy(images, i * PIXELS, image, 0, PIXELS);
    return image;
  }

  private static long[] ids() {
    long[] ids = new long[BATCH * LENGTH];
    for (int i = 0; i < BATCH; i++) {
      System.arraycopy(CAPTIONS[i], 0, ids, i * LENGTH, CAPTIONS[i].length);
    }
    return ids;
  }

  private static long[] mask() {
    long[] mask = new long[BATCH * LENGTH];
    for (int i = 0; i < BATCH; i++) {
      for (int token = 0; token < CAPTIONS[i].length; token++) {
        mask[i * LENGTH + token] = 1;
      }
    }
    return mask;
  }
}
