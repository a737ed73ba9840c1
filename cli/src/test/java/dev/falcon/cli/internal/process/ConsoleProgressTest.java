// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleProgressTest {
  private final StringWriter text = new StringWriter();

  private void mine(boolean terminal, int columns) {
    ConsoleProgress progress = new ConsoleProgress(new PrintWriter(text), terminal, columns);
    try (Progress.Task task = progress.begin("mining", 2_000_000, "samples")) {
      task.advance(1_500_000);
    }
  }

  /** What stands on the terminal, once each. */
  private List<String> drawn() {
    return Arrays.stream(text.toString().split("\r"))
        .map(line -> line.replaceAll("\u001b\\[[^a-zA-Z]*[a-zA-Z]", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  @Test
  void aTerminalShowsABarRateAndTime() {
    mine(true, 120);
    assertThat(drawn())
        .last()
        .asString()
        .startsWith("mining ━━━━━━━━━━━━━━━━━━━━━━╌╌╌╌╌╌╌╌  75 % 1,500,000/2,000,000 samples, ")
        .contains("/s, ")
        .endsWith("s left");
  }

  @Test
  void aLogHasItsLastLineOnce() {
    StringWriter log = new StringWriter();
    try (Progress.Task task =
        new ConsoleProgress(new PrintWriter(log, true), false, 200, 0).begin("mining", 4, "runs")) {
      task.advance(3);
      task.advance(1);
    }
    assertThat(log.toString().lines()).hasSize(2);
    assertThat(log.toString().lines().filter(line -> line.contains("100 % 4/4"))).hasSize(1);
  }

  @Test
  void aNarrowOneShowsAShorterBar() {
    mine(true, 90);
    assertThat(drawn())
        .last()
        .asString()
        .matches("mining ━{6,20}╌{2,7}  75 % 1,500,000/2,000,000 samples, .*");
  }

  @Test
  void oneWithoutRoomForABarShowsTheCounts() {
    mine(true, 72);
    assertThat(drawn()).last().asString().startsWith("mining  75 % 1,500,000/2,000,000 samples, ");
  }

  @ParameterizedTest
  @CsvSource({
    "3000, 1.5, samples, '2,000/s'",
    "2, 1.0, steps, 2/s",
    "11, 55.0, steps, 5.0 s/step",
    "1, 90.0, batches, 90.0 s/batch",
    "0, 5.0, runs, 0/s"
  })
  void slowWorkTellsHowLongOneTakes(long count, double seconds, String unit, String pace) {
    assertThat(ConsoleProgress.pace(count, seconds, unit)).isEqualTo(pace);
  }

  @Test
  void aVeryNarrowOneShowsShareRateAndTime() {
    mine(true, 60);
    assertThat(drawn()).last().asString().startsWith("mining  75 %, ").endsWith("s left");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 40, 60, 120})
  void noLineReachesTheLastColumn(int columns) {
    mine(true, columns);
    assertThat(drawn()).allSatisfy(line -> assertThat(line).hasSizeLessThan(columns));
  }

  @Test
  void aLogHoldsNoControlCharacters() {
    mine(false, 120);
    assertThat(text.toString()).doesNotContain("\r", "\u001b", "━");
  }
}
