package dev.falcon.training.internal.store;

import java.util.Map;

/** A part of a run with state between steps, which it saves itself. */
public interface Stateful {
  /** All state on which the next step depends, by its names in a checkpoint. */
  default Map<String, float[]> saved() {
    return Map.of();
  }

  /**
   * Restores the state of a checkpoint.
   *
   * @param values of a checkpoint, including this part's
   */
  default void restore(Map<String, float[]> values) {}

  /**
   * Identity of state that is not saved but must be the same on resumption, such as a frozen
   * network's file and its digest; empty for none.
   */
  default String identity() {
    return "";
  }
}
