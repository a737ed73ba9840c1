// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

/** Computes an objective's targets for one step, once the network's vectors are known. */
@FunctionalInterface
public interface TargetFactory {
  /**
   * Computes the targets. They carry no gradient. Nothing is drawn from the engine's random
   * generator, which dropout uses.
   *
   * @param vectors the vectors of the batch before the step
   */
  ObjectiveTargets decide(BatchVectors vectors);
}
