package dev.falcon.training.internal.loss.objective;

import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.store.Stateful;

/**
 * What training pulls towards: the contrastive loss, the pairs that matching judges and their
 * labels, further captions for the generative loss. It may remember things between steps: a network
 * that follows, a queue of vectors; a checkpoint then holds them. Each is made by an {@link
 * ObjectiveProvider}.
 */
public interface Objective extends Stateful, AutoCloseable {
  /**
   * What this objective brings to a step. It is asked before the network's own pass, once a step;
   * arrays that it makes live in the step's memory, and may be used until the step's end.
   */
  Targets targets(Step step);

  /** Frees what it holds beside the engine's arrays. */
  @Override
  default void close() {}
}
