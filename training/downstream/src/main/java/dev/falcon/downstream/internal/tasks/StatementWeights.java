// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The initial weights of a network for statements. Each of the layers that attend to one image
 * after another is a copy of the pretrained layer that they replace. A checkpoint of text
 * assignment already has such layers. The classification head always starts from random weights.
 */
record StatementWeights(Origin origin, NlvrNetwork network, int images) {
  private static final Pattern LAYER =
      Pattern.compile(Pattern.quote(FusionTransformer.PREFIX + "encoder.layer.") + "(\\d+)\\.(.*)");

  ParameterLayout layout() {
    ParameterLayout layout = new ParameterLayout();
    network.declare(new Initializers(layout, origin.config().model().initialisation()));
    return layout;
  }

  Map<String, float[]> first(NetworkShape shape, long seed) {
    ParameterLayout layout = layout();
    Map<String, float[]> weights = layout.initialise(seed);
    boolean copied = !origin.has(NlvrNetwork.HEAD + "dense.weight");
    if (!copied && !fits(layout, shape)) {
      throw new RequestException(
          "start.checkpoint: "
              + "its network is for another number of images than task.images="
              + images);
    }
    for (ParameterLayout.Entry entry : layout.entries()) {
      String name = entry.name();
      if (!name.startsWith(NlvrNetwork.HEAD)) {
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
