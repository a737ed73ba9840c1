// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.training.internal.events.EventReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinetuningEventsTest {
  private static final int SCALAR = 2;
  private static final int TENSOR = 8;

  @TempDir private Path folder;

  private static List<EventReader.Value> of(List<EventReader.Value> all, String tag, int kind) {
    return all.stream().filter(v -> v.tag().equals(tag) && v.kind() == kind).toList();
  }

  @Test
  void fineTuningIsReadBackWithoutDoubledSteps() throws IOException {
    Path pretrained = TinyTasks.prepare(folder.resolve("shared"));
    List<String> keys = TinyTasks.keys(folder.resolve("shared"), pretrained, "nlvr");
    AtomicInteger left = new AtomicInteger(5);
    FinetuneResult some = finetune(keys, () -> left.decrementAndGet() <= 0);
    assertThat(some.finished()).isFalse();
    assertThat(some.steps()).isPositive();
    assertThat(finetune(keys, () -> false).finished()).isTrue();
    Path run = folder.resolve("run");
    List<EventReader.Value> all =
        EventReader.read(run.resolve("events.out.tfevents.0000000000.falcon"));
    Map<Long, Float> losses = new TreeMap<>();
    for (EventReader.Value loss : of(all, "nlvr", SCALAR)) {
      float value = Float.intBitsToFloat((int) loss.content());
      assertThat(losses.put(loss.step(), value)).as("once per step").isNull();
    }
    Map<Long, Float> expected = new TreeMap<>();
    boolean measured = false;
    for (String line : Files.readAllLines(run.resolve("metrics.jsonl"))) {
      JsonNode node = Json.mapper().readTree(line);
      measured |= node.has("evaluation");
      if (node.has("nlvr")) {
        expected.put(node.get("step").asLong(), (float) node.get("nlvr").asDouble());
      }
    }
    assertThat(losses).isNotEmpty().isEqualTo(expected);
    assertThat(measured).isTrue();
    assertThat(all).anyMatch(v -> v.tag().startsWith("evaluation/") && v.kind() == SCALAR);
    assertThat(of(all, "config", TENSOR)).hasSize(1);
  }

  private FinetuneResult finetune(List<String> keys, BooleanSupplier stop) {
    return Finetuner.finetune(
        new FinetuneRequest(
            FinetuneReader.read("nlvr", "scenes-tiny", null, keys),
            folder.resolve("run"),
            false,
            folder.resolve("cache"),
            Progress.NONE,
            stop));
  }
}
