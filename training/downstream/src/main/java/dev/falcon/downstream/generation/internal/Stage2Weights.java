// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The weights of a checkpoint of Hugging Face's {@code Blip2ForConditionalGeneration}. */
public final class Stage2Weights {
  private Stage2Weights() {}

  /**
   * Reads the weights, one tensor at a time.
   *
   * @param path a path that {@link SafeTensors#open} accepts
   * @throws FalconException if a weight is missing or has another shape
   */
  static Weights read(NDManager manager, Stage2Config config, Path path) {
    List<ParameterLayout.Entry> entries =
        new LanguagePass(config).layout(Initialisation.NORMAL).entries();
    try (SafeTensors file = SafeTensors.open(path)) {
      Map<String, Supplier<float[]>> values = find(file, entries, UnaryOperator.identity());
      return Weights.frozen(manager, entries, entry -> values.get(entry.name()).get());
    }
  }

  /**
   * Finds weights; the values are read on demand, while the file is open.
   *
   * @param theirs maps the name of a weight to the file's name
   * @throws FalconException if a weight is missing or has another shape
   */
  public static Map<String, Supplier<float[]>> find(
      SafeTensors file, List<ParameterLayout.Entry> entries, UnaryOperator<String> theirs) {
    List<String> missing =
        entries.stream()
            .map(entry -> theirs.apply(entry.name()))
            .filter(name -> !file.contains(name))
            .toList();
    if (!missing.isEmpty()) {
      throw file.lacks(missing, "a model of its configuration");
    }
    Map<String, Supplier<float[]>> values = new LinkedHashMap<>();
    for (ParameterLayout.Entry entry : entries) {
      values.put(entry.name(), file.exactly(theirs.apply(entry.name()), entry.shape()));
    }
    return values;
  }
}
