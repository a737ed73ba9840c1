// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import dev.falcon.data.RandomStream;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.shape.SchedulerShape;
import java.util.LinkedHashMap;
import java.util.Map;

/** Random weights under every name of a network, for tests. */
final class RandomWeights {
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final RandomStream random;

  private RandomWeights(long seed) {
    this.random = RandomStream.of(seed, "weights");
  }

  static Map<String, Tensor> of(NetworkShape shape, long seed) {
    RandomWeights weights = new RandomWeights(seed);
    weights.image(shape);
    weights.text(shape);
    weights.linear("vision_projection", shape.image().width(), shape.projection());
    weights.linear("text_projection", shape.text().width(), shape.projection());
    weights.linear("itm_head", shape.text().width(), 2);
    return weights.tensors;
  }

  static Map<String, Tensor> of(SchedulerShape shape, long seed) {
    RandomWeights weights = new RandomWeights(seed);
    weights.linear("scheduler.input", shape.features(), shape.hidden());
    for (int block = 0; block < shape.blocks(); block++) {
      for (int layer = 0; layer < shape.layersPerBlock(); layer++) {
        weights.linear(
            "scheduler.block." + block + ".layer." + layer, shape.hidden(), shape.hidden());
      }
    }
    weights.linear("scheduler.output", shape.hidden(), 2);
    return weights.tensors;
  }

  private void image(NetworkShape shape) {
    int width = shape.image().width();
    int patch = shape.patchSize();
    normal("vision_model.embeddings.cls_token", 1, 1, 1, width);
    normal("vision_model.embeddings.position_embeddings", 1, 1, shape.patches() + 1, width);
    String patches = "vision_model.embeddings.patch_embeddings.projection";
    normal(patches + ".weight", 0.2, width, 3, patch, patch);
    normal(patches + ".bias", 0.2, width);
    for (int i = 0; i < shape.image().layers(); i++) {
      String block = "vision_model.encoder.layer." + i + ".";
      attention(block + "attention.attention", block + "attention.output.dense", width, width);
      norm(block + "layernorm_before", width);
      feedForward(block, shape.image());
      norm(block + "layernorm_after", width);
    }
    norm("vision_model.layernorm", width);
  }

  private void text(NetworkShape shape) {
    int width = shape.text().width();
    normal("text_model.embeddings.word_embeddings.weight", 1, shape.vocabulary(), width);
    normal("text_model.embeddings.position_embeddings.weight", 1, shape.maxTokens(), width);
    for (int i = 0; i < shape.text().layers(); i++) {
      bert("text_model.encoder.layer." + i + ".", shape.text());
    }
    for (int i = 0; i < shape.fusionLayers(); i++) {
      String block = "fusion_model.encoder.layer." + i + ".";
      bert(block, shape.text());
      attention(
          block + "crossattention.self",
          block + "crossattention.output.dense",
          width,
          shape.image().width());
      norm(block + "crossattention.output.LayerNorm", width);
    }
    if (shape.textNorm() == NormPlacement.POST) {
      normal("text_model.embeddings.token_type_embeddings.weight", 1, 2, width);
      norm("text_model.embeddings.LayerNorm", width);
    } else {
      norm("text_model.encoder.LayerNorm", width);
      norm("fusion_model.encoder.LayerNorm", width);
    }
  }

  private void bert(String block, EncoderShape shape) {
    int width = shape.width();
    attention(block + "attention.self", block + "attention.output.dense", width, width);
    norm(block + "attention.output.LayerNorm", width);
    feedForward(block, shape);
    norm(block + "output.LayerNorm", width);
  }

  private void attention(String name, String output, int width, int memoryWidth) {
    linear(name + ".query", width, width);
    linear(name + ".key", memoryWidth, width);
    linear(name + ".value", memoryWidth, width);
    linear(output, width, width);
  }

  private void feedForward(String block, EncoderShape shape) {
    linear(block + "intermediate.dense", shape.width(), shape.feedForward());
    linear(block + "output.dense", shape.feedForward(), shape.width());
  }

  private void linear(String name, int in, int out) {
    normal(name + ".weight", 1.5 / Math.sqrt(in), out, in);
    normal(name + ".bias", 0.3, out);
  }

  private void norm(String name, int width) {
    normal(name + ".weight", 1, width);
    normal(name + ".bias", 0.3, width);
  }

  private void normal(String name, double deviation, long... shape) {
    float[] values = new float[Math.toIntExact(Tensor.elementCount(shape))];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (random.nextGaussian() * deviation);
    }
    tensors.put(name, Tensor.float32(values, shape));
  }
}
