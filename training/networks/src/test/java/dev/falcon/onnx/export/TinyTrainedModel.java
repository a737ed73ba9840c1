// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import dev.falcon.data.Provenance;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.onnx.export.graph.AlbefForm;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.shape.SchedulerShape;
import dev.falcon.onnx.text.TextCleaning;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model of random weights that knows three words, for tests. */
final class TinyTrainedModel {
  static final List<String> WORDS =
      List.of("[PAD]", "[UNK]", "[CLS]", "[MASK]", "a", "red", "ring");
  static final EncoderShape ENCODER = new EncoderShape(8, 2, 1, 16, 1e-6f);
  static final NetworkShape SHAPE =
      new NetworkShape(8, 4, ENCODER, ENCODER, 1, NormPlacement.PRE, WORDS.size(), 9, 4);

  private TinyTrainedModel() {}

  static TrainedModel of(boolean withScheduler) {
    SchedulerShape schedulerShape =
        new SchedulerShape(10, 16, 2, 2, 1, 1e-5f, Float.POSITIVE_INFINITY);
    TrainedModel.Scheduler scheduler =
        new TrainedModel.Scheduler(
            schedulerShape, NamedWeights.of(RandomWeights.of(schedulerShape, 2)));
    return new TrainedModel(
        new AlbefForm(SHAPE),
        NamedWeights.of(RandomWeights.of(SHAPE, 1)),
        withScheduler ? Optional.of(scheduler) : Optional.empty(),
        new TrainedModel.Pixels(
            List.of(0.5f, 0.5f, 0.5f), List.of(0.1f, 0.2f, 0.3f), ResampleFilter.BICUBIC),
        new TrainedModel.Text(TextCleaning.ALBEF, new Tokenizer.WordLevel(WORDS), 9),
        new Provenance("1", "abc", "test", 5, Map.of(), List.of()));
  }
}
