package dev.falcon.training.internal.telling;

import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.network.Blip2Language;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.model.FirstValues;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.List;

/** The weights of a checkpoint of Hugging Face's {@code Blip2ForConditionalGeneration}. */
final class Stage2Weights {
  /** How many missing tensors a message names. */
  private static final int MOST_NAMES = 20;

  private Stage2Weights() {}

  /**
   * Reads them, one tensor at a time.
   *
   * @param path what {@link SafeTensors#open} takes
   * @throws FalconException if one is missing or of another shape
   */
  static Weights read(NDManager manager, Blip2Language network, Path path) {
    ParameterLayout layout = new ParameterLayout();
    network.declare(new FirstValues(layout, Initialisation.NORMAL).atRate(0));
    List<ParameterLayout.Entry> entries = layout.entries();
    try (SafeTensors file = SafeTensors.open(path)) {
      List<String> missing =
          entries.stream()
              .map(ParameterLayout.Entry::name)
              .filter(name -> !file.contains(name))
              .toList();
      if (!missing.isEmpty()) {
        throw new FalconException(
            path
                + ": lacks "
                + missing.size()
                + " tensors of a BLIP-2 of its configuration: "
                + String.join(", ", missing.subList(0, Math.min(MOST_NAMES, missing.size())))
                + (missing.size() > MOST_NAMES ? ", …" : ""));
      }
      return Weights.frozen(manager, entries, entry -> values(file, entry));
    }
  }

  private static float[] values(SafeTensors file, ParameterLayout.Entry entry) {
    file.requireShape(entry.name(), entry.shape());
    return file.floats(entry.name());
  }
}
