package dev.falcon.mining.judge;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The user of a run.
 *
 * @param notes takes what the user should know while it runs
 * @param confirmation takes a forecast, and returns whether the user agrees to it
 */
public record JudgeTalk(Consumer<String> notes, Predicate<String> confirmation) {
  /** Notes alone: every forecast is agreed to. */
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
