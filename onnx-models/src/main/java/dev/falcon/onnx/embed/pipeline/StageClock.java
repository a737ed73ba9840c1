// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Measures the working time of each stage, summed over its threads. */
public final class StageClock {
  private final Map<Stage, LongAdder> nanoseconds = new EnumMap<>(Stage.class);

  public StageClock() {
    for (Stage stage : Stage.values()) {
      nanoseconds.put(stage, new LongAdder());
    }
  }

  /**
   * Adds the time since a stage began.
   *
   * @param begin the {@link System#nanoTime} at which the stage began
   * @return the current {@link System#nanoTime}
   */
  public long add(Stage stage, long begin) {
    long now = System.nanoTime();
    nanoseconds.get(stage).add(now - begin);
    return now;
  }

  /**
   * Returns the working time of each stage in seconds, which may exceed the elapsed time if the
   * stage has several threads.
   */
  public Map<Stage, Double> seconds() {
    Map<Stage, Double> seconds = new EnumMap<>(Stage.class);
    nanoseconds.forEach((stage, sum) -> seconds.put(stage, sum.sum() / 1e9));
    return Collections.unmodifiableMap(seconds);
  }
}
