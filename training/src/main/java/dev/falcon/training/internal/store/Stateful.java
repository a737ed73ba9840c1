package dev.falcon.training.internal.store;

import java.util.Map;

/** A part of a run that remembers something between steps: it says for itself what it saves. */
public interface Stateful {
  /** All that the next step depends on, by the names under which a checkpoint keeps it. */
  default Map<String, float[]> saved() {
    return Map.of();
  }

  /**
   * Goes on where another one stood.
   *
   * @param values of a checkpoint, this part's among them
   */
  default void restore(Map<String, float[]> values) {}

  /**
   * What is not saved but must be the same where a run goes on, such as a frozen network's file and
   * its digest; empty for nothing.
   */
  default String identity() {
    return "";
  }
}
