// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Measures the time of the steps' stages. */
public final class Stopwatch {
  private final Clock wall;
  private final Optional<Clock> processor; // absent if it would be incomplete
  private long steps;

  /** A stage of a step. */
  public enum Stage {
    /** Similarities, features, quantiles and the chain. */
    COMPOSE,
    /** Pixels, tokens and masks. */
    INPUTS,
    /** The network's forward and backward pass. */
    FORWARD_BACKWARD,
    /** The network's optimiser. */
    OPTIMISER,
    /** The reward, as far as it is not computed in the step. */
    REWARD,
    /** The scheduler's policy gradient. */
    SCHEDULER,
    /** Metrics, truth and the cache of vectors. */
    BOOKKEEPING
  }

  /** A clock, in nanoseconds. */
  private static final class Clock {
    private final LongSupplier now;
    private final Map<Stage, Long> spent = new EnumMap<>(Stage.class);
    private long last;

    Clock(LongSupplier now) {
      this.now = now;
    }

    void begin() {
      last = now.getAsLong();
    }

    void lap(Stage stage) {
      long time = now.getAsLong();
      spent.merge(stage, time - last, Long::sum);
      last = time;
    }

    Map<String, Double> milliseconds(long steps) {
      Map<String, Double> table = new TreeMap<>();
      spent.forEach(
          (stage, time) ->
              table.put(stage.name().toLowerCase(Locale.ROOT), time / 1e6 / Math.max(1, steps)));
      return table;
    }
  }

  /**
   * Creates a stopwatch for the thread that uses it.
   *
   * @param alone whether that thread does all the work, on the CPU. If so, its processor time is
   *     also recorded, which is not affected by other programs or by pauses
   */
  public Stopwatch(boolean alone) {
    this(System::nanoTime, alone ? processorTime() : Optional.empty());
  }

  /** Creates a stopwatch that reads these clocks, in nanoseconds. */
  Stopwatch(LongSupplier wall, Optional<LongSupplier> processor) {
    this.wall = new Clock(wall);
    this.processor = processor.map(Clock::new);
  }

  private static Optional<LongSupplier> processorTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported()
        ? Optional.of(threads::getCurrentThreadCpuTime)
        : Optional.empty();
  }

  /** Starts a step; the time since the last step is not counted. */
  public void begin() {
    wall.begin();
    processor.ifPresent(Clock::begin);
    steps++;
  }

  /** Attributes the time since the last call to a stage. */
  public void lap(Stage stage) {
    wall.lap(stage);
    processor.ifPresent(clock -> clock.lap(stage));
  }

  /** Returns the wall-clock time per step in milliseconds, by stage. */
  public Map<String, Double> milliseconds() {
    return wall.milliseconds(steps);
  }

  /** Returns the times for a file, with processor time, if it is known, under {@code processor}. */
  public Map<String, Object> timing() {
    Map<String, Object> timing = new LinkedHashMap<>(milliseconds());
    processor.ifPresent(clock -> timing.put("processor", clock.milliseconds(steps)));
    return timing;
  }
}
