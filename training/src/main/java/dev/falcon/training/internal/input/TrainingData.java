package dev.falcon.training.internal.input;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.config.TrainConfig;

/**
 * Everything that a run is fed.
 *
 * @param train the pairs that are trained on
 * @param held the pairs of the evaluation
 * @param trainTruth which training captions are true of which images; null where it is not known
 * @param heldTruth the same of the held-out pairs
 * @param vocabulary of the captions' tokens
 * @param world where the pairs are generated; null where they are read
 */
public record TrainingData(
    PairData train,
    PairData held,
    Truth trainTruth,
    Truth heldTruth,
    Vocabulary vocabulary,
    Scenes world) {
  /** The value of {@code data.train} that asks for the generated world. */
  public static final String SCENES = "scenes";

  /** Opens what a configuration names. */
  public static TrainingData open(TrainConfig config, Progress progress) {
    DataConfig data = config.data();
    if (!data.train().equals(SCENES) || !data.held().equals(SCENES)) {
      throw new RequestException(
          "data.train and data.held must both be scenes; train="
              + data.train()
              + ", held="
              + data.held());
    }
    DataConfig.ScenesData scenes = data.scenes();
    ScenesConfig world =
        ScenesConfig.preset(scenes.preset())
            .withSeed(scenes.seed())
            .withImageSize(config.model().imageSize())
            .withCaptionsPerImage(1);
    PixelFormat format = PixelFormat.of(config.model().imageSize(), data);
    Scenes trainWorld = new Scenes(world);
    Scenes heldWorld = new Scenes(world.withCaptionsPerImage(scenes.heldCaptions()));
    ScenesPairs train =
        ScenesPairs.generate(trainWorld, Split.TRAIN, scenes.pairs(), format, progress);
    ScenesPairs held =
        ScenesPairs.generate(heldWorld, Split.TEST, scenes.heldImages(), format, progress);
    return new TrainingData(train, held, train, held, ScenesVocabulary.vocabulary(), trainWorld);
  }
}
