// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loss.objective.Objective.Step;

/** Decides which pictures and captions of a batch match. It never learns. */
interface PairJudge extends AutoCloseable {
  /**
   * Judges pairs.
   *
   * @param images the batch rows of the pairs' images
   * @param captions the batch rows of the pairs' captions; as many as {@code images}
   * @return the probability of a match for each pair
   */
  float[] scores(Step step, int[] images, int[] captions);

  /** Returns the judge's identity in a checkpoint; a run resumes only with the same judge. */
  String identity();

  @Override
  default void close() {}

  /** Returns a judge that knows the truth: 1 for a match, 0 otherwise. */
  static PairJudge knowing(String identity, Truth truth) {
    return new PairJudge() {
      @Override
      public float[] scores(Step step, int[] images, int[] captions) {
        float[] scores = new float[images.length];
        for (int i = 0; i < scores.length; i++) {
          int image = step.rows()[images[i]];
          scores[i] = truth.matches(step.rows()[captions[i]], image) ? 1 : 0;
        }
        return scores;
      }

      @Override
      public String identity() {
        return identity;
      }
    };
  }

  /** Returns a judge that uses the matching head of a frozen network. */
  static PairJudge network(FrozenNetwork network) {
    return new PairJudge() {
      @Override
      public float[] scores(Step step, int[] images, int[] captions) {
        return network.matches(step.batch(), images, captions);
      }

      @Override
      public String identity() {
        return network.identity();
      }
    };
  }
}
