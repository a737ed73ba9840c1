package dev.falcon.training.internal.loop;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what the steps' time is spent on. */
final class Stopwatch {
  private final Map<Stage, Long> nanoseconds = new EnumMap<>(Stage.class);
  private long steps;
  private long last = System.nanoTime();

  /** What time is spent on. */
  enum Stage {
    /** Similarities, features, quantiles and the chain. */
    COMPOSE,
    /** Pixels, tokens and masks. */
    INPUTS,
    /** The network's forward and backward pass. */
    FORWARD_BACKWARD,
    /** The network's optimiser. */
    OPTIMISER,
    /** What the reward takes beyond the step. */
    REWARD,
    /** The scheduler's policy gradient. */
    SCHEDULER,
    /** Metrics, truth and the cache of vectors. */
    BOOKKEEPING
  }

  /** Begins a step: what passed since the last one does not count. */
  void begin() {
    last = System.nanoTime();
    steps++;
  }

  /** Says that the time since the last call was spent on the stage. */
  void lap(Stage stage) {
    long now = System.nanoTime();
    nanoseconds.merge(stage, now - last, Long::sum);
    last = now;
  }

  /** Milliseconds a step, by stage. */
  Map<String, Double> milliseconds() {
    Map<String, Double> table = new TreeMap<>();
    nanoseconds.forEach(
        (stage, spent) ->
            table.put(stage.name().toLowerCase(Locale.ROOT), spent / 1e6 / Math.max(1, steps)));
    return table;
  }
}
