// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WorkStatusTest {
  private static final Instant FIRST = Instant.parse("2026-11-28T12:00:00Z");

  /** Three of five parts, one each half an hour. */
  private final WorkStatus status =
      new WorkStatus(
          "plan",
          false,
          OptionalInt.of(5),
          List.of(3, 4),
          OptionalInt.empty(),
          List.of(FIRST.plusSeconds(3600), FIRST, FIRST.plusSeconds(1800)),
          new TreeMap<>(Map.of()));

  @Test
  void theRateFallsWhenWorkHasStopped() {
    assertThat(status.partsPerHour(FIRST.plusSeconds(3600))).hasValue(2);
    assertThat(status.partsPerHour(FIRST.plusSeconds(7200))).hasValue(1);
    assertThat(status.hoursLeft(FIRST.plusSeconds(7200))).hasValue(2);
  }

  @Test
  void aClockThatWasSetBackDoesNotRaiseTheRate() {
    assertThat(status.partsPerHour(FIRST.minusSeconds(60))).hasValue(2);
    assertThat(status.hoursLeft(FIRST.plusSeconds(60))).hasValue(1);
  }
}
