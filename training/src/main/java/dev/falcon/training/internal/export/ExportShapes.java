package dev.falcon.training.internal.export;

import dev.falcon.onnx.export.NetworkShape;
import dev.falcon.onnx.export.SchedulerShape;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.policy.SchedulerNetwork;

/** What the graphs' writer calls the sizes of a configuration. */
public final class ExportShapes {
  private ExportShapes() {}

  /** The network's. */
  public static NetworkShape network(ModelConfig model, int vocabulary) {
    return new NetworkShape(
        model.imageSize(),
        model.patchSize(),
        encoder(model.vision()),
        encoder(model.text()),
        model.fusionLayers(),
        model.textNorm() == ModelConfig.NormPlacement.PRE
            ? NetworkShape.NormPlacement.PRE
            : NetworkShape.NormPlacement.POST,
        vocabulary,
        model.maxTokens(),
        model.projection());
  }

  private static NetworkShape.EncoderShape encoder(ModelConfig.EncoderConfig encoder) {
    return new NetworkShape.EncoderShape(
        encoder.width(),
        encoder.heads(),
        encoder.layers(),
        encoder.feedForward(),
        encoder.normEpsilon());
  }

  /** The scheduler's. */
  public static SchedulerShape scheduler(SchedulerConfig scheduler) {
    return new SchedulerShape(
        scheduler.quantiles(),
        scheduler.hidden(),
        scheduler.blocks(),
        SchedulerNetwork.LAYERS_PER_BLOCK,
        scheduler.inputGain(),
        scheduler.offset(),
        scheduler.cap() == 0 ? Float.POSITIVE_INFINITY : scheduler.cap());
  }
}
