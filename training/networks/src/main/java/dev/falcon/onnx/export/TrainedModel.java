// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import dev.falcon.data.Provenance;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.onnx.network.shape.SchedulerShape;
import dev.falcon.onnx.text.TextCleaning;
import java.util.List;
import java.util.Optional;

/**
 * All parts of a model folder.
 *
 * @param network the network's sizes, graphs and description
 * @param weights its weights
 * @param scheduler the quantile scheduler; empty if none was trained
 * @param pixels the preprocessing of images
 * @param text the preprocessing of captions
 * @param provenance how the weights were made
 */
public record TrainedModel(
    ExportedNetwork network,
    NamedWeights weights,
    Optional<Scheduler> scheduler,
    Pixels pixels,
    Text text,
    Provenance provenance) {

  /**
   * A trained scheduler.
   *
   * @param shape its sizes and constants
   * @param weights its weights
   */
  public record Scheduler(SchedulerShape shape, NamedWeights weights) {}

  /**
   * Preprocessing of an image: the resize to the network's square, and the normalisation after
   * division by 255.
   *
   * @param mean the value subtracted from each channel // [3], red, green, blue
   * @param standardDeviation the divisor of each channel // [3]
   * @param filter the filter of the resize
   */
  public record Pixels(List<Float> mean, List<Float> standardDeviation, ResampleFilter filter) {
    public Pixels {
      mean = List.copyOf(mean);
      standardDeviation = List.copyOf(standardDeviation);
    }
  }

  /**
   * Preprocessing of a caption.
   *
   * @param cleaning the cleaning before tokenisation
   * @param tokenizer the tokenizer
   * @param maxTokens the maximum number of tokens, including the first token; at most the number of
   *     positions
   * @param maxWords the maximum number of words after cleaning
   */
  public record Text(TextCleaning cleaning, Tokenizer tokenizer, int maxTokens, int maxWords) {
    /** Creates preprocessing without a limit on words. */
    public Text(TextCleaning cleaning, Tokenizer tokenizer, int maxTokens) {
      this(cleaning, tokenizer, maxTokens, Integer.MAX_VALUE);
    }
  }

  public TrainedModel {
    ModelShape shape = network.shape();
    if (text.maxTokens() > shape.maxTokens()) {
      throw new IllegalArgumentException(
          "captions of " + text.maxTokens() + " tokens, positions for " + shape.maxTokens());
    }
    Tokenizer tokenizer = text.tokenizer();
    if (tokenizer.vocabulary().size() != shape.vocabulary()) {
      throw new IllegalArgumentException(
          "the tokenizer has "
              + tokenizer.vocabulary().size()
              + " tokens, the network "
              + shape.vocabulary());
    }
  }
}
