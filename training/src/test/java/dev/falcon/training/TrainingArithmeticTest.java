package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    requireNear(why, first, "/itc", 4.879064);
    requireNear(why, first, "/itm", 0.6564895);
    requireNear(why, first, "/mlm", 3.6352546);
    requireNear(why, first, "/gradient_norm", 63.78879);
    requireNear(why, last, "/itc", 4.602606);
    requireNear(why, last, "/itm", 0.6457466);
    requireNear(why, last, "/mlm", 3.6343715);
    requireNear(why, last, "/chain/quantile_mean", 0.847140);
    requireNear(why, last, "/policy/alpha", 1.029007);
  }

  private static void requireNear(String why, JsonNode line, String pointer, double expected) {
    double value = line.at(pointer).asDouble();
    assertThat(value)
        .as(pointer + ". " + why)
        .isCloseTo(expected, within(1e-3 * Math.abs(expected)));
  }
}
