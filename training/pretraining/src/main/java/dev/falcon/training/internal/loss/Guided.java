// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Objective.Step;

/**
 * An objective whose contrast depends on a frozen network's cosines in the batch.
 *
 * @param network the frozen network
 * @param contrast creates the contrastive loss of every step
 * @param negatives the sampling of matching's negatives
 */
record Guided(FrozenNetwork network, Maker contrast, NegativeSampling negatives)
    implements Objective {
  /** The configuration key of GIST's and FFF's guide. */
  static final String GUIDE = "objective.loss.guide";

  /** Creates a contrastive loss from the frozen network's cosines. */
  @FunctionalInterface
  interface Maker {
    /**
     * Returns the loss of one step.
     *
     * @param cosines the frozen network's cosines
     * @param step the number of the step in the run, counted from 0
     */
    Contrast of(FrozenNetwork.Cosines cosines, long step);
  }

  @Override
  public String identity() {
    return network.identity();
  }

  @Override
  public TargetFactory targets(Step step) {
    FrozenNetwork.Cosines cosines = network.cosines(step.batch());
    Contrast made = contrast.of(cosines, step.number());
    return new InBatch(ContrastiveLoss.of(made), negatives).targets(step);
  }
}
