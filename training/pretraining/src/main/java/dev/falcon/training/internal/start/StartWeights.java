// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.training.config.DataConfig.Resample;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.StartConfig;
import dev.falcon.training.config.StartConfig.SupervisedConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.run.TrainingArithmetic;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Assembles the initial weights of a run. */
public final class StartWeights {
  private static final long LABELLED_SEED = 1;

  private final Torch torch;
  private final TrainConfig config;
  private final Path cache;
  private final Progress progress;
  private final BooleanSupplier stop;

  /**
   * @param cache the folder in which warm starts are cached
   * @param stop polled during a warm start, which then ends with a {@link FalconException}
   */
  public StartWeights(
      Torch torch, TrainConfig config, Path cache, Progress progress, BooleanSupplier stop) {
    this.torch = torch;
    this.config = config;
    this.cache = cache;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Checks the names and shapes of the tensors in the files that a configuration names, before
   * anything else is read.
   *
   * @throws FalconException if a file does not exist, is not a safetensors file, or is for another
   *     network
   */
  public static void requireFitting(TrainConfig config) {
    StartConfig start = config.start();
    if (start.imageEncoder().equals(StartConfig.SUPERVISED)
        && !start.supervised().dataset().isEmpty()) {
      LabelledPictures.source(start.supervised());
    }
    if (!namesFile(start.imageEncoder()) && !namesFile(start.textEncoder())) {
      return;
    }
    Framework framework = Frameworks.of(config, TrainingData.vocabulary(config));
    if (namesFile(start.imageEncoder())) {
      try (SafeTensors file = SafeTensors.open(Path.of(start.imageEncoder()))) {
        framework.imageWeights(file);
      }
    }
    if (namesFile(start.textEncoder())) {
      try (SafeTensors file = SafeTensors.open(Path.of(start.textEncoder()))) {
        framework.textWeights(file);
      }
    }
  }

  private static boolean namesFile(String start) {
    return !start.isEmpty()
        && !start.equals(StartConfig.SUPERVISED)
        && !start.equals(StartConfig.RANDOM);
  }

  /**
   * Returns the weights by name.
   *
   * @param world the world of the pairs; empty for other data
   */
  public Map<String, float[]> load(Framework framework, Optional<Scenes> world) {
    Map<String, float[]> weights = framework.layout().initialise(config.seed());
    if (!config.start().checkpoint().isEmpty()) {
      Origin.open(Path.of(config.start().checkpoint()), config.model().imageSize())
          .take(framework.layout(), weights);
    }
    String image = config.start().imageEncoder();
    if (image.equals(StartConfig.SUPERVISED)) {
      weights.putAll(
          config.start().supervised().dataset().isEmpty()
              ? scenes(framework, world.orElseThrow())
              : labelled(framework));
    } else if (namesFile(image)) {
      weights.putAll(framework.imageWeights(Path.of(image)));
    }
    String text = config.start().textEncoder();
    if (namesFile(text)) {
      weights.putAll(framework.textWeights(Path.of(text)));
    }
    return weights;
  }

  /** Returns the warm start on scenes. */
  private Map<String, float[]> scenes(Framework framework, Scenes world) {
    Map<String, Object> decisive = decisive();
    decisive.put("world", world.config());
    decisive.put("first", config.data().scenes().pairs());
    ObjectNode supervised = Json.mapper().valueToTree(config.start().supervised());
    // Without keys that older releases lacked, so that cached warm starts keep their names.
    supervised.remove(List.of("dataset", "image_root"));
    decisive.put("mean", List.of(config.data().mean(), config.data().deviation()));
    decisive.put("supervised", supervised);
    return cached(
        framework,
        decisive,
        () ->
            // The world's seed, not the run's, so that runs with different seeds share their warm
            // start.
            SupervisedStart.train(
                torch,
                framework.tower(),
                config.model(),
                PixelFormat.of(config.model().imageSize(), config.data()),
                config.start().supervised(),
                world,
                config.data().scenes().pairs(),
                world.config().seed(),
                progress,
                stop));
  }

  /** Returns the warm start on labelled images, which runs with different seeds also share. */
  private Map<String, float[]> labelled(Framework framework) {
    SupervisedConfig settings = config.start().supervised();
    SampleSource source = LabelledPictures.source(settings);
    Map<String, Object> decisive = decisive();
    decisive.put("images", source.fingerprint());
    decisive.put("augment", config.data().augment());
    decisive.put("mean", List.of(config.data().mean(), config.data().deviation()));
    if (config.data().resample() != Resample.BICUBIC) {
      // Omitted for the only filter of older releases, so that cached warm starts keep their names.
      decisive.put("resample", config.data().resample());
    }
    decisive.put("supervised", settings);
    return cached(
        framework,
        decisive,
        () ->
            ClassifierStart.train(
                new WarmStart(torch, WarmStart.Course.of(settings), progress, stop),
                framework.tower(),
                config.model(),
                LabelledPictures.read(
                    source, settings.images(), Purpose.WARM_START_PICTURES.at(LABELLED_SEED), stop),
                PixelFormat.of(config.model().imageSize(), config.data()),
                config.data().augment(),
                LABELLED_SEED));
  }

  private Map<String, Object> decisive() {
    ObjectNode model = Json.mapper().valueToTree(config.model());
    // Without keys that older releases lacked, so that cached warm starts keep their names.
    if (config.model().framework().equals(ModelConfig.ALBEF)) {
      model.remove("framework");
    }
    if (config.model().queries() == 0) {
      model.remove("queries");
    }
    model.remove("decoder_words"); // the image encoder has no words
    Map<String, Object> decisive = new LinkedHashMap<>();
    decisive.put("arithmetic", TrainingArithmetic.REVISION);
    decisive.put("model", model);
    return decisive;
  }

  /** Returns weights from the cache, or trains them and adds them to it. */
  private Map<String, float[]> cached(
      Framework framework, Map<String, Object> decisive, Supplier<Map<String, float[]>> training) {
    return WarmStart.cached(cache, "image-encoder", decisive, framework.layout(), training);
  }
}
