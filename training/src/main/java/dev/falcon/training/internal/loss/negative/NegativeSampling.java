package dev.falcon.training.internal.loss.negative;

import dev.falcon.training.config.method.ObjectiveConfig;
import dev.falcon.training.config.method.ObjectiveConfig.NegativeChoice;
import dev.falcon.training.internal.framework.decision.BatchVectors;
import dev.falcon.training.internal.framework.decision.LabelledPair;
import dev.falcon.training.internal.random.Purpose;
import java.util.List;

/**
 * How matching's negatives are chosen within a batch, one a row and direction.
 *
 * @param choice by what rule
 * @param margin under which a pair is suspected of being a match; {@link ObjectiveConfig#NO_MARGIN}
 *     for no suspicion
 * @param seed of the run
 */
public record NegativeSampling(NegativeChoice choice, double margin, long seed) {
  /** Under no suspicion. */
  public NegativeSampling(NegativeChoice choice, long seed) {
    this(choice, ObjectiveConfig.NO_MARGIN, seed);
  }

  /** The own pairs and their negatives by the cosines of the batch. */
  public List<LabelledPair> pairs(BatchVectors vectors, long step) {
    float[] cosines = vectors.cosineValues();
    return choose(cosines, cosines, vectors, step).pairs();
  }

  /**
   * The negatives.
   *
   * @param forTexts what captions are chosen by, image by caption [rows x rows]
   * @param forImages what images are chosen by, image by caption [rows x rows]
   * @param vectors that tell the temperature
   * @param step counted from 0 over the run
   */
  public Negatives choose(float[] forTexts, float[] forImages, BatchVectors vectors, long step) {
    int rows = vectors.rows();
    return switch (choice) {
      case HARDEST ->
          margin == ObjectiveConfig.NO_MARGIN
              ? Negatives.hardest(forTexts, forImages, rows)
              : new GuardedNegatives(vectors.cosineValues(), rows, margin)
                  .hardest(forTexts, forImages);
      case DRAWN ->
          Negatives.drawn(
              forTexts,
              forImages,
              rows,
              vectors.temperature().stopGradient().getFloat(),
              Purpose.NEGATIVES.at(seed, step));
    };
  }
}
