// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import dev.falcon.training.config.ObjectiveConfig;
import dev.falcon.training.config.ObjectiveConfig.NegativeChoice;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.Purpose;
import java.util.List;

/**
 * Selects the negatives of matching within a batch, one per row and direction.
 *
 * @param choice the rule
 * @param margin the margin within which a pair is suspected of being a match; {@link
 *     ObjectiveConfig#NO_MARGIN} for none
 * @param seed the seed of the run
 */
public record NegativeSampling(NegativeChoice choice, double margin, long seed) {
  /** Creates a selection without a margin. */
  public NegativeSampling(NegativeChoice choice, long seed) {
    this(choice, ObjectiveConfig.NO_MARGIN, seed);
  }

  /** Returns the own pairs and their negatives, selected by the cosines of the batch. */
  public List<LabelledPair> pairs(BatchVectors vectors, long step) {
    float[] cosines = vectors.cosineValues();
    return choose(cosines, cosines, vectors, step).pairs();
  }

  /**
   * Returns the negatives.
   *
   * @param forTexts the similarities for choosing captions, image by caption [rows x rows]
   * @param forImages the similarities for choosing images, image by caption [rows x rows]
   * @param vectors the source of the temperature
   * @param step the number of the step in the run, counted from 0
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
