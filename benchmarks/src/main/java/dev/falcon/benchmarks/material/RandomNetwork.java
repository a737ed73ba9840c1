// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.graph.AlbefForm;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.AlbefNetwork;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An ALBEF network of random weights, whose cost is that of a trained one.
 *
 * @param shape its sizes; image and text encoder have one width
 */
public record RandomNetwork(NetworkShape shape) {
  private static final int WORDS = 1_000;
  private static final int MOST_TOKENS = 32;

  /**
   * A network.
   *
   * @param side of the image in pixels, with patches of 16
   * @param imageLayers blocks of the image encoder; text and fusion encoder have half as many
   */
  public static RandomNetwork of(int side, int width, int heads, int imageLayers) {
    EncoderShape image = new EncoderShape(width, heads, imageLayers, 4 * width, 1e-6f);
    EncoderShape text = new EncoderShape(width, heads, imageLayers / 2, 4 * width, 1e-12f);
    return new RandomNetwork(
        new NetworkShape(
            side, 16, image, text, imageLayers / 2, NormPlacement.POST, WORDS, MOST_TOKENS, 256));
  }

  /** The words that it knows. */
  public static List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(Tokenizer.PADDING, Tokenizer.UNKNOWN, Tokenizer.FIRST, Tokenizer.MASK));
    for (int i = words.size(); i < WORDS; i++) {
      words.add("w" + i);
    }
    return words;
  }

  /** Writes the model folder. */
  public Path write(Path folder) {
    TrainedModel model =
        new TrainedModel(
            new AlbefForm(shape),
            NamedWeights.of(weights()),
            Optional.empty(),
            new TrainedModel.Pixels(
                List.of(0.5f, 0.5f, 0.5f), List.of(0.25f, 0.25f, 0.25f), ResampleFilter.BICUBIC),
            new TrainedModel.Text(
                TextCleaning.ALBEF, new Tokenizer.WordLevel(words()), MOST_TOKENS),
            Provenance.of("benchmark", 1, Map.of(), List.of()));
    try (ModelFolderWriter writer = ModelFolderWriter.create(folder, true)) {
      writer.write(model);
      writer.commit();
    }
    return folder;
  }

  private Map<String, Tensor> weights() {
    Map<String, Tensor> weights = new HashMap<>();
    new AlbefNetwork(shape).declare((name, first, sizes) -> weights.put(name, weight(name, sizes)));
    return weights;
  }

  private static Tensor weight(String name, long... sizes) {
    float[] values = new float[Math.toIntExact(Tensor.elementCount(sizes))];
    if (name.toLowerCase(Locale.ROOT).endsWith("norm.weight")) {
      Arrays.fill(values, 1);
    } else {
      RandomStream random = RandomStream.of(1, name);
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) (0.08 * (random.nextDouble() - 0.5));
      }
    }
    return Tensor.float32(values, sizes);
  }
}
