package dev.falcon.training.internal.loss.guided;

import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.loss.negative.NegativeSampling;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Step;
import dev.falcon.training.internal.loss.similarity.Contrast;

/**
 * An objective whose contrast looks at the cosines that a frozen network sees in the batch.
 *
 * @param network the frozen one
 * @param contrast made anew for every step
 * @param negatives of matching
 */
record Guided(FrozenNetwork network, Maker contrast, NegativeSampling negatives)
    implements Objective {
  /** The key of GIST's and FFF's guide. */
  static final String GUIDE = "objective.loss.guide";

  /** Makes a contrastive loss of what the frozen network sees. */
  @FunctionalInterface
  interface Maker {
    /**
     * The loss of one step.
     *
     * @param cosines of the frozen network
     * @param step counted from 0 over the run
     */
    Contrast of(FrozenNetwork.Cosines cosines, long step);
  }

  @Override
  public String identity() {
    return network.identity();
  }

  @Override
  public Targets targets(Step step) {
    FrozenNetwork.Cosines cosines = network.cosines(step.batch());
    Contrast made = contrast.of(cosines, step.number());
    return new InBatch(ContrastiveLoss.of(made), negatives).targets(step);
  }
}
