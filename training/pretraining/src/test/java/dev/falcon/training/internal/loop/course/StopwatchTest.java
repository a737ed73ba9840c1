// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private final AtomicLong wall = new AtomicLong();
  private final AtomicLong processor = new AtomicLong();

  /** Two steps: what passes between them counts nowhere, and a pause only on the wall. */
  private void steps(Stopwatch watch) {
    watch.begin();
    pass(3, 2);
    watch.lap(Stopwatch.Stage.COMPOSE);
    pass(10, 4);
    watch.lap(Stopwatch.Stage.FORWARD_BACKWARD);
    pass(100, 100);
    watch.begin();
    pass(20, 6);
    watch.lap(Stopwatch.Stage.FORWARD_BACKWARD);
  }

  private void pass(int wallMilliseconds, int processorMilliseconds) {
    wall.addAndGet(wallMilliseconds * 1_000_000L);
    processor.addAndGet(processorMilliseconds * 1_000_000L);
  }

  @Test
  void reportsMillisecondsAStepOfEachStageByBothClocks() {
    Stopwatch watch = new Stopwatch(wall::get, Optional.of(processor::get));
    steps(watch);
    Map<String, Double> byTheWall = Map.of("compose", 1.5, "forward_backward", 15.0);
    assertThat(watch.milliseconds()).isEqualTo(byTheWall);
    assertThat(watch.timing())
        .containsAllEntriesOf(byTheWall)
        .containsEntry("processor", Map.of("compose", 1.0, "forward_backward", 5.0));
  }

  @Test
  void leavesProcessorTimeOutWhereItWouldNotTellAll() {
    Stopwatch watch = new Stopwatch(wall::get, Optional.empty());
    steps(watch);
    assertThat(watch.timing()).isEqualTo(watch.milliseconds()).hasSize(2);
  }
}
