// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.report.LinePlot.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepTableTest {
  @TempDir private Path folder;

  /** An epoch of 20 steps, an evaluation, and 10 steps of the next epoch. */
  private StepTable table() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int step = 0; step < 30; step++) {
      lines.append("{\"epoch\":").append(step / 20).append(",\"step\":").append(step);
      lines.append(",\"itc\":").append(step);
      if (step >= 20) {
        double mean = step % 2 == 0 ? 0.4 : 0.6;
        lines.append(",\"chain\":{\"quantile_mean\":").append(mean);
        lines.append(",\"quantile_deviation\":0.05}");
      }
      lines.append("}\n");
      if (step == 19) {
        lines.append("{\"epoch\":0,\"step\":20,\"retrieval\":{\"txt_r1\":12.5}}\n");
      }
    }
    Path file = folder.resolve("metrics.jsonl");
    Files.writeString(file, lines);
    return StepTable.read(file);
  }

  @Test
  void aCourseIsMeansOfNeighbouringStepsOnAnAxisOfEpochs() throws IOException {
    // 30 steps of 8 or fewer a point: 7, 8, 7 and 8.
    List<Point> points = table().course(StepTable.Column.loss("itc"));
    assertThat(points).hasSize(4);
    Point first = points.get(0);
    assertThat(first.y()).isCloseTo(3, within(1e-12));
    assertThat(first.x()).isCloseTo(3.5 / 20, within(1e-12));
    // The middle 80 % of 0 to 6 leave one out on each side.
    assertThat(first.low()).isEqualTo(1);
    assertThat(first.high()).isEqualTo(5);
    Point last = points.get(3);
    assertThat(last.y()).isCloseTo(25.5, within(1e-12));
    // The epoch that goes on is taken to be 20 steps long.
    assertThat(last.x()).isCloseTo(1 + 6.0 / 20, within(1e-12));
  }

  @Test
  void quantilesSpreadWithinStepsAndBetweenThem() throws IOException {
    StepTable table = table();
    assertThat(table.has(StepTable.Column.QUANTILE_MEAN)).isTrue();
    assertThat(table.has(StepTable.Column.REWARD)).isFalse();
    List<Point> points = table.quantiles();
    assertThat(points).hasSize(2);
    double mean = (0.4 * 3 + 0.6 * 2) / 5;
    double squares = (0.16 * 3 + 0.36 * 2) / 5 + 0.0025;
    double deviation = Math.sqrt(squares - mean * mean);
    assertThat(points.get(0).y()).isCloseTo(mean, within(1e-12));
    assertThat(points.get(0).high()).isCloseTo(mean + deviation, within(1e-12));
  }

  @Test
  void aFolderInThePlaceOfMetricsIsNamed() {
    assertThatThrownBy(() -> StepTable.read(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be read: ");
  }

  @Test
  void evaluationsCountTheEpochsThatHavePassed() throws IOException {
    StepTable table = table();
    assertThat(table.steps()).isEqualTo(30);
    assertThat(table.losses()).containsExactly("itc");
    assertThat(table.evaluations()).hasSize(1);
    assertThat(table.evaluations().get(0).epochs()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "[1]",
        "",
        "{\"epoch\": -1}",
        "{\"epoch\": 2147483647}",
        "{\"epoch\": 0, \"evaluation\": [1]}",
        "{\"epoch\": 0, \"evaluation\": null}",
        "{\"epoch\":",
      })
  void aLineWithoutItsFieldsIsNamed(String line) throws IOException {
    Path file = folder.resolve("metrics.jsonl");
    Files.writeString(file, "{\"epoch\":0,\"step\":0}\n" + line + "\n");

    assertThatThrownBy(() -> StepTable.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining("line");
  }
}
