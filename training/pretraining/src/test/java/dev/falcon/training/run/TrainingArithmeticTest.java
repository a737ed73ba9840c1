// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.training.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of the revision that {@link TrainingArithmetic} names. */
class TrainingArithmeticTest {
  @TempDir private Path folder;

  @Test
  void givesTheNumbersOfItsRevision() throws IOException {
    TinyRuns.train(
        TinyRuns.config("scheduler=stabilised", "method.warp=4", "seed=7"),
        folder,
        "run",
        () -> false);
    List<String> lines = Files.readAllLines(folder.resolve("run/metrics.jsonl"));
    JsonNode first = Json.mapper().readTree(lines.get(0));
    JsonNode last = Json.mapper().readTree(lines.get(lines.size() - 2));
    String why =
        "Where this fails by a change of the arithmetic that is meant, raise"
            + " TrainingArithmetic.REVISION and put the new numbers here: comparisons must not mix"
            + " runs from before and after.";
    SoftAssertions numbers = new SoftAssertions();
    requireNear(numbers, first, "/itc", 4.246267);
    requireNear(numbers, first, "/itm", 0.6440197);
    requireNear(numbers, first, "/mlm", 3.6233761);
    requireNear(numbers, first, "/gradient_norm", 48.35793);
    requireNear(numbers, last, "/itc", 5.038847);
    requireNear(numbers, last, "/itm", 0.6312239);
    requireNear(numbers, last, "/mlm", 3.6343715);
    requireNear(numbers, last, "/chain/quantile_mean", 0.5623755);
    requireNear(numbers, last, "/policy/alpha", 1.3138998);
    assertThat(numbers.errorsCollected()).as(why).isEmpty();
  }

  private static void requireNear(
      SoftAssertions numbers, JsonNode line, String pointer, double expected) {
    double value = line.at(pointer).asDouble();
    Offset<Double> tolerance = within(1e-3 * Math.abs(expected));
    numbers.assertThat(value).as(pointer).isCloseTo(expected, tolerance);
  }
}
