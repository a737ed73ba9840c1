package dev.falcon.training.internal.framework.batch;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import java.util.function.Supplier;

/**
 * What the frozen part of a network makes of a batch. No step changes it, so that it is worked out
 * once for the losses before and after one.
 */
public final class FrozenStates {
  private NDArray states;

  /**
   * The states.
   *
   * @param batch the memory of the batch's tensors, in which they stay
   * @param work makes them where they are not there yet; no gradient flows through it
   */
  public NDArray of(NDManager batch, Supplier<NDArray> work) {
    if (states == null) {
      states = StepMemory.within(batch, manager -> StepMemory.keep(work.get(), batch));
    }
    return states;
  }
}
