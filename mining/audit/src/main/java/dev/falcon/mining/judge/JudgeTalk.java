// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The communication with the user of a run.
 *
 * @param notes receives messages for the user during the run
 * @param confirmation receives a forecast, and returns whether the user agrees to it
 */
public record JudgeTalk(Consumer<String> notes, Predicate<String> confirmation) {
  /** Returns a communication by notes only, in which every forecast is agreed to. */
  public static JudgeTalk of(Consumer<String> notes) {
    return new JudgeTalk(
        notes,
        forecast -> {
          notes.accept(forecast);
          return true;
        });
  }

  void note(String text) {
    notes.accept(text);
  }

  boolean confirmed(String forecast) {
    return confirmation.test(forecast);
  }
}
