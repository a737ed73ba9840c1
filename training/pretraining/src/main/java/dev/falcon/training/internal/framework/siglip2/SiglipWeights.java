// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import dev.falcon.onnx.network.SiglipNetwork;
import dev.falcon.onnx.network.block.CaptionDecoder;
import dev.falcon.onnx.network.shape.SiglipShape;
import dev.falcon.training.internal.model.PositionGrid;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Reads a network's initial weights from a checkpoint of Hugging Face's {@code SiglipModel}, whose
 * names are also Falcon's. Image positions are interpolated to the network's patches.
 */
record SiglipWeights(ParameterLayout layout, SiglipShape shape, DecoderWords words) {
  private static final String TEXT = "text_model.";

  /** Returns the image tower's weights. */
  Map<String, Supplier<float[]>> image(SafeTensors file) {
    return load(file, entry -> entry.name().startsWith(SiglipNetwork.VISION));
  }

  /**
   * Returns the text tower's weights, the scale and the bias, and the decoder's initial embeddings,
   * which are those of the text tower, and their mean for padding and unknown tokens.
   */
  Map<String, Supplier<float[]>> text(SafeTensors file) {
    Map<String, Supplier<float[]>> weights =
        load(file, entry -> entry.name().startsWith(TEXT) || entry.name().startsWith("logit_"));
    Supplier<float[]> tower = weights.get(SiglipNetwork.WORDS);
    weights.put(CaptionDecoder.WORDS, () -> decoderWords(tower.get()));
    return weights;
  }

  private float[] decoderWords(float[] tower) {
    int width = shape.text().width();
    float[] mean = mean(tower, width);
    float[] chosen = new float[(words.count() + 1) * width];
    for (int row = 0; row <= words.count(); row++) {
      int token = row < words.count() ? words.tokens()[row] : DecoderWords.NONE;
      boolean none = token == DecoderWords.NONE;
      System.arraycopy(none ? mean : tower, none ? 0 : token * width, chosen, row * width, width);
    }
    return chosen;
  }

  private static float[] mean(float[] rows, int width) {
    double[] sums = new double[width];
    for (int i = 0; i < rows.length; i++) {
      sums[i % width] += rows[i];
    }
    float[] mean = new float[width];
    int count = rows.length / width;
    for (int i = 0; i < width; i++) {
      mean[i] = (float) (sums[i] / count);
    }
    return mean;
  }

  private Map<String, Supplier<float[]>> load(
      SafeTensors file, Predicate<ParameterLayout.Entry> wanted) {
    List<ParameterLayout.Entry> entries = layout.entries().stream().filter(wanted).toList();
    List<String> missing =
        entries.stream()
            .map(ParameterLayout.Entry::name)
            .filter(name -> !file.contains(name))
            .toList();
    if (!missing.isEmpty()) {
      throw file.lacks(missing, "a SiglipModel of this configuration");
    }
    Map<String, Supplier<float[]>> weights = new LinkedHashMap<>();
    for (ParameterLayout.Entry entry : entries) {
      boolean grid = entry.name().equals(SiglipNetwork.IMAGE_POSITIONS);
      weights.put(
          entry.name(), grid ? positions(file, entry) : file.exactly(entry.name(), entry.shape()));
    }
    return weights;
  }

  private Supplier<float[]> positions(SafeTensors file, ParameterLayout.Entry entry) {
    long[] there = file.shape(entry.name());
    int from = there.length == 2 ? (int) Math.sqrt((double) there[0]) : 0;
    int width = shape.image().width();
    if (from < 1 || (long) from * from != there[0] || there[1] != width) {
      throw file.wrongShape(entry.name(), "[a square, " + width + "]");
    }
    int to = shape.side();
    return () -> {
      float[] positions = file.floats(entry.name());
      return from == to ? positions : PositionGrid.resized(positions, 0, from, to, width);
    };
  }
}
