// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.training.TinyRuns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
  private static final int SCALAR = 2;
  private static final int PICTURE = 4;
  private static final int HISTOGRAM = 5;
  private static final int TENSOR = 8;

  @TempDir private Path folder;

  private static List<EventReader.Value> of(List<EventReader.Value> all, String tag, int kind) {
    return all.stream().filter(v -> v.tag().equals(tag) && v.kind() == kind).toList();
  }

  @Test
  void runIsReadBackWithAllItsNumbers() throws IOException {
    TinyRuns.train(TinyRuns.config("method.name=falcon"), folder, "run", () -> false);
    Path run = folder.resolve("run");
    List<EventReader.Value> all =
        EventReader.read(run.resolve("events.out.tfevents.0000000000.falcon"));
    int steps = 0;
    for (String line : Files.readAllLines(run.resolve("metrics.jsonl"))) {
      JsonNode node = Json.mapper().readTree(line);
      if (node.has("retrieval")) {
        continue;
      }
      long step = node.get("step").asLong();
      for (String path : List.of("learning_rate", "itc", "chain/quantile_mean", "policy/reward")) {
        JsonNode number = node.at("/" + path);
        List<EventReader.Value> seen =
            of(all, path, SCALAR).stream().filter(v -> v.step() == step).toList();
        assertThat(seen).as(path + " of step " + step).hasSize(number.isNumber() ? 1 : 0);
        if (number.isNumber()) {
          assertThat(Float.intBitsToFloat((int) seen.get(0).content()))
              .isEqualTo((float) number.asDouble());
        }
      }
      steps++;
    }
    assertThat(of(all, "epoch", SCALAR)).hasSize(steps);
    assertThat(all).anyMatch(v -> v.tag().startsWith("retrieval/") && v.kind() == SCALAR);
    Map<Integer, List<Object>> config =
        EventReader.message((byte[]) of(all, "config", TENSOR).get(0).content());
    assertThat(config.get(1)).containsExactly(7L);
    assertThat(EventReader.text(config.get(8).get(0)))
        .contains(Files.readString(run.resolve("config.yaml")));
    assertThat(of(all, "hardest/1", PICTURE)).hasSize(2); // of the two chained epochs
    Map<Integer, List<Object>> picture =
        EventReader.message((byte[]) of(all, "hardest/1", PICTURE).get(0).content());
    var image = ImageIO.read(new ByteArrayInputStream((byte[]) picture.get(4).get(0)));
    assertThat((long) image.getHeight()).isEqualTo(picture.get(1).get(0));
    assertThat((long) image.getWidth())
        .isEqualTo(picture.get(2).get(0))
        .isEqualTo(2L * image.getHeight());
    List<EventReader.Value> histograms = of(all, "chain/quantiles", HISTOGRAM);
    assertThat(histograms).isNotEmpty();
    Map<Integer, List<Object>> histogram =
        EventReader.message((byte[]) histograms.get(0).content());
    double[] counts = doubles((byte[]) histogram.get(7).get(0));
    assertThat(Arrays.stream(counts).sum())
        .isEqualTo(Double.longBitsToDouble((long) histogram.get(3).get(0)));
    assertThat(doubles((byte[]) histogram.get(6).get(0))).hasSize(counts.length).endsWith(1.0);
  }

  private static double[] doubles(byte[] packed) {
    double[] values = new double[packed.length / 8];
    ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
    return values;
  }

  @Test
  void resumedLogDropsWhatIsRepeatedAndWhatAKillHasCut() throws IOException {
    Path file = folder.resolve("events");
    Path none = folder.resolve("none.yaml");
    try (EventLog log = EventLog.open(file, 0, 1, none)) {
      for (int step = 0; step < 300; step++) {
        log.write(step, Json.mapper().valueToTree(Map.of("step", step, "loss", 0.5)), Shown.NONE);
      }
      log.write(
          200,
          Json.mapper().valueToTree(Map.of("step", 200, "retrieval", Map.of("r1", 12.5))),
          Shown.NONE);
    }
    Files.write(file, new byte[] {24, 0, 0, 0, 0}, StandardOpenOption.APPEND);
    try (EventLog log = EventLog.open(file, 200, 201, none)) {
      log.write(200, Json.mapper().valueToTree(Map.of("step", 200, "loss", 0.25)), Shown.NONE);
    }
    List<EventReader.Value> all = EventReader.read(file);
    assertThat(of(all, "loss", SCALAR)).hasSize(201);
    assertThat(of(all, "loss", SCALAR).get(200).content()).isEqualTo(Float.floatToIntBits(0.25f));
    assertThat(of(all, "retrieval/r1", SCALAR)).hasSize(1);
    assertThat(all).allMatch(v -> v.wallTime() == v.step());
  }
}
