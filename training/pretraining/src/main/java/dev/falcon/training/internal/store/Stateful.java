// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import java.util.Map;

/** A part of a run that keeps state between steps and saves it itself. */
public interface Stateful {
  /** Returns all state on which the next step depends, by the names in a checkpoint. */
  default Map<String, float[]> saved() {
    return Map.of();
  }

  /**
   * Restores the state of a checkpoint.
   *
   * @param values the values of a checkpoint, including those of this part
   */
  default void restore(Map<String, float[]> values) {}

  /**
   * Returns the identity of state that is not saved but must be the same on resumption, such as a
   * frozen network's file and its digest; empty for none.
   */
  default String identity() {
    return "";
  }
}
