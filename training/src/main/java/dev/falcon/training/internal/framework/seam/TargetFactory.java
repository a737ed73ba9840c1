package dev.falcon.training.internal.framework.seam;

/** Computes an objective's targets for one step, once the network's vectors are known. */
@FunctionalInterface
public interface TargetFactory {
  /**
   * Computes the targets. They carry no gradient, and draw nothing from the engine's generator,
   * which dropout uses.
   *
   * @param vectors of the batch, before the step
   */
  ObjectiveTargets decide(BatchVectors vectors);
}
