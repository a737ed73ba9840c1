package dev.falcon.training.internal.finetuning.statement;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.network.StatementNetwork;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.transformer.FusionTransformer;
import dev.falcon.training.internal.finetuning.task.Origin;
import dev.falcon.training.internal.model.FirstValues;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a network for statements begins as: each of the layers that look at one image after another
 * as a copy of the pretrained layer in their place. A checkpoint of text assignment has such layers
 * itself. The layers that judge begin anew in any case.
 */
record StatementWeights(Origin origin, StatementNetwork network, int images) {
  private static final Pattern LAYER =
      Pattern.compile(Pattern.quote(FusionTransformer.PREFIX + "encoder.layer.") + "(\\d+)\\.(.*)");

  ParameterLayout layout() {
    ParameterLayout layout = new ParameterLayout();
    network.declare(new FirstValues(layout, origin.config().model().initialisation()));
    return layout;
  }

  Map<String, float[]> first(NetworkShape shape, long seed) {
    ParameterLayout layout = layout();
    Map<String, float[]> weights = layout.initialise(seed);
    boolean copied = !origin.has(StatementNetwork.HEAD + "dense.weight");
    if (!copied && !fits(layout, shape)) {
      throw new RequestException(
          "start.checkpoint: "
              + "its network is for another number of images than task.images="
              + images);
    }
    for (ParameterLayout.Entry entry : layout.entries()) {
      String name = entry.name();
      if (!name.startsWith(StatementNetwork.HEAD)) {
        Matcher layer = LAYER.matcher(name);
        String source =
            copied && layer.matches()
                ? FusionTransformer.layer(Integer.parseInt(layer.group(1)) / images)
                    + layer.group(2)
                : name;
        weights.put(name, origin.weight(source, entry, weights.get(name)));
      }
    }
    return weights;
  }

  private boolean fits(ParameterLayout layout, NetworkShape shape) {
    String beyond = FusionTransformer.layer(shape.fusionLayers() * images);
    return layout.entries().stream()
            .filter(entry -> entry.name().startsWith(FusionTransformer.PREFIX))
            .allMatch(entry -> origin.has(entry.name()))
        && !origin.has(beyond + "attention.self.query.weight");
  }
}
