package dev.falcon.training.internal.framework.decision;

/** What an objective brings to one step: it decides once the network's vectors are known. */
@FunctionalInterface
public interface Targets {
  /**
   * Decides. No gradient flows through a decision, and it draws nothing from the engine's own
   * generator, of which dropout's draws depend.
   *
   * @param vectors of the batch, before the step
   */
  Decision decide(BatchVectors vectors);
}
