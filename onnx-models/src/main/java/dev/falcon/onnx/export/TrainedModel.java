package dev.falcon.onnx.export;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.export.form.ExportedNetwork;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.onnx.network.shape.SchedulerShape;
import dev.falcon.onnx.text.TextCleaning;
import java.util.List;
import java.util.Optional;

/**
 * All that a model folder is made of.
 *
 * @param network its sizes, its graphs and what is said of it
 * @param weights its weights
 * @param scheduler the quantile scheduler, where one was trained
 * @param pixels how images are normalised
 * @param text how captions are read
 * @param provenance where the weights come from
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
   * What is done to an image after it has been resized to the network's square and divided by 255.
   *
   * @param mean taken off each channel // [3], red, green, blue
   * @param standardDeviation what each channel is then divided by // [3]
   */
  public record Pixels(List<Float> mean, List<Float> standardDeviation) {
    public Pixels {
      mean = List.copyOf(mean);
      standardDeviation = List.copyOf(standardDeviation);
    }
  }

  /**
   * What is done to a caption.
   *
   * @param cleaning before it is cut
   * @param tokenizer how it is cut
   * @param maxTokens the most tokens that are kept, the first one included; not more than there are
   *     positions
   * @param maxWords the most words that the cleaning leaves
   */
  public record Text(TextCleaning cleaning, Tokenizer tokenizer, int maxTokens, int maxWords) {
    /** Without a limit of words. */
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
