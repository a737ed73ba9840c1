// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.mining.policy.Policies;
import dev.falcon.training.config.SchedulerConfig.RewardKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** Whole runs of a network so small that they take a second. */
class TrainerTest {
  /** A run without stored weights is asked in the steps of its warm start, too. */
  private static final int WARM_START = 2;

  @TempDir private Path folder;

  private static TrainConfig tiny(String... overrides) {
    return TinyRuns.config(overrides);
  }

  private TrainResult train(TrainConfig config, String name, BooleanSupplier stop) {
    return TinyRuns.train(config, folder, name, stop);
  }

  private static BooleanSupplier after(int steps) {
    AtomicInteger left = new AtomicInteger(steps);
    return () -> left.decrementAndGet() <= 0;
  }

  private List<String> metrics(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name).resolve("metrics.jsonl"));
  }

  /** Interrupted in the first epoch, in the middle of a search space, and at an epoch's end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "method.name=falcon",
        "scheduler=stabilised",
        "scheduler.reward=mlm-per-sample",
        "method.level=batch",
        "model.dropout=0.1",
        "train.micro_batches=2",
        "method.name=random",
        "method.name=albef",
        "method.name=grit-vlp",
        "objective.loss=momentum"
      })
  void resumesAnInterruptedRunBitByBit(String override) throws IOException {
    TrainConfig config = tiny(override);
    TrainResult whole = train(config, "whole", () -> false);
    assertThat(whole.finished()).isTrue();
    assertThat(train(config, "parts", after(3)).finished()).isFalse();
    assertThat(train(config, "parts", after(7)).steps()).isEqualTo(10);
    assertThat(train(config, "parts", after(4)).steps()).isEqualTo(14);
    TrainResult parts = train(config, "parts", () -> false);
    int chained = config.method().chained() ? 7 : 8;
    assertThat(parts.steps()).isEqualTo(whole.steps()).isEqualTo(8 + 2 * chained);
    assertThat(metrics("parts")).containsExactlyElementsOf(metrics("whole"));
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
    for (String file : List.of("epochs.csv", "snapshots.jsonl", "report.html")) {
      assertThat(folder.resolve("parts").resolve(file))
          .hasSameTextualContentAs(folder.resolve("whole").resolve(file));
    }
    String events = "events.out.tfevents.0000000000.falcon";
    assertThat(folder.resolve("parts").resolve(events))
        .hasSameBinaryContentAs(folder.resolve("whole").resolve(events));
  }

  /** The policies, and the recipes that need no other network. */
  private static Stream<String> methods() {
    Stream<String> policies =
        Policies.all().stream()
            .map(entry -> entry.form().replaceAll(":[QRB]$", ":0.25").replaceAll(":[PK]$", ":2"));
    return Stream.concat(policies, Stream.of("albef", "diht", "grit-vlp"));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyPolicyRunsToItsEnd(String method) throws IOException {
    TrainResult result = train(tiny("method.name=" + method), "run", () -> false);
    assertThat(result.finished()).isTrue();
    assertThat(result.retrieval().get("reranked.images")).isEqualTo(6.0);
    JsonNode last = null;
    for (String line : metrics("run")) {
      last = line.contains("retrieval") ? last : Json.mapper().readTree(line);
    }
    boolean chained =
        !Set.of("uniform", "albef", "diht", "grit-vlp", "gcbs", "b3:2", "kmeans:2")
            .contains(method);
    assertThat(last.has("chain")).isEqualTo(chained);
    double expected =
        switch (method) {
          case "grit", "hardening", "oracle", "margin:0.25", "shrunk:0.25", "witnessed:0.25" -> 1;
          case "fixed:0.25" -> 0.25;
          case "softening" -> 0;
          default -> Double.NaN;
        };
    if (!Double.isNaN(expected)) {
      assertThat(last.at("/chain/quantile_mean").asDouble()).isEqualTo(expected);
    }
  }

  @Test
  void theReportIsAPageOfDrawingsThatNeedsNothingElse() throws Exception {
    train(tiny("method.name=falcon"), "run", () -> false);
    String page = Files.readString(folder.resolve("run/report.html"));
    assertThat(page)
        .contains("<h1>Training with falcon</h1>", "<h2>Retrieval</h2>", "<h2>Losses</h2>")
        .contains("<h2>Chosen quantiles</h2>", "<h2>True false negatives</h2>")
        .contains("<h2>Similarities at quantile levels</h2>", "<h2>The scheduler</h2>")
        .contains("<h2>What the scheduler makes of some anchors</h2>", "<h2>Optimisation</h2>")
        .doesNotContain("http", "<script", "NaN", "Infinity");
    assertThat(page.split("data:image/png;base64,", -1)).hasSize(1 + 6);
    int drawings = 0;
    for (int at = page.indexOf("<svg"); at >= 0; at = page.indexOf("<svg", at + 1)) {
      String svg = page.substring(at, page.indexOf("</svg>", at) + 6);
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
      drawings++;
    }
    // Those of full and of half width are drawn for telephones, too.
    assertThat(drawings).isEqualTo(2 * (2 + 1 + 1 + 2) + 3 + 3 + 2 * 6 + 3);
  }

  @Test
  void theReportOfAUniformRunLeavesOutWhatItHasNot() throws IOException {
    train(tiny("method.name=uniform", "train.epochs=1"), "run", after(WARM_START + 3));
    assertThat(folder.resolve("run/report.html"))
        .content()
        .contains("<h2>Losses</h2>", "<dd>3</dd>")
        .doesNotContain("Retrieval", "Similarities", "scheduler</h2>", "Chosen");
  }

  @ParameterizedTest
  @EnumSource
  void everyRewardIsFollowed(RewardKind reward) throws IOException {
    String name = Json.mapper().convertValue(reward, String.class);
    train(tiny("scheduler.reward=" + name, "scheduler.held_out=6"), "run", () -> false);
    Set<Double> rewards = new HashSet<>();
    for (String line : metrics("run")) {
      JsonNode value = Json.mapper().readTree(line).at("/policy/reward");
      if (value.isNumber()) {
        rewards.add(value.asDouble());
      }
    }
    // Each of the 14 chained steps has a reward of its own; false negatives come in few shares.
    assertThat(rewards).hasSizeGreaterThan(reward == RewardKind.TRUE_FALSE_NEGATIVES ? 1 : 13);
  }

  /** The processor time of the thread that trains says all only where no other thread helps. */
  @Test
  void processorTimeIsThatOfOneThread() {
    for (int threads : new int[] {1, 2}) {
      train(tiny("train.epochs=1", "threads=" + threads), "of" + threads, () -> false);
      JsonNode timing = Json.readTree(folder.resolve("of" + threads).resolve("timing.json"));
      assertThat(timing.get("forward_backward").asDouble()).isPositive();
      assertThat(timing.has("processor")).isEqualTo(threads == 1);
    }
  }

  @Test
  void refusesToResumeWithAnotherConfigurationAndNamesTheKey() {
    train(tiny(), "run", after(WARM_START + 2));
    assertThatThrownBy(() -> train(tiny("objective.consistency=0.5"), "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("objective.consistency is 0.2 there, 0.5 here");
  }

  @Test
  void refusesAFinishedRunUnlessItMayBeOverwritten() {
    train(tiny("train.epochs=1"), "run", () -> false);
    assertThatThrownBy(() -> train(tiny("train.epochs=1"), "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("overwrite");
    TrainRequest again =
        new TrainRequest(
            tiny("train.epochs=1"),
            folder.resolve("run"),
            true,
            folder.resolve("cache"),
            Progress.NONE,
            () -> false);
    assertThat(Trainer.train(again).finished()).isTrue();
  }

  @Test
  void stopsWhereTheLossIsNoNumberAndNamesTheLastCheckpoint() {
    TrainConfig wild = tiny("model.temperature={lowest: 1.0e-38, initial: 1.0e-38}");
    assertThatThrownBy(() -> train(wild, "run", () -> false))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("step 0: ")
        .hasMessageContaining("the last good checkpoint is none");
    assertThat(folder.resolve("run/diverged.json")).content().contains("\"step\" : 0");
  }

  @Test
  void namesTheCheckpointFromWhichARunDiverged() throws IOException {
    Path checkpoint = train(tiny(), "run", after(WARM_START + 3)).checkpoint();
    poison(checkpoint, "temperature");
    assertThatThrownBy(() -> train(tiny(), "run", () -> false))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("step 3: ")
        .hasMessageContaining("the last good checkpoint is " + checkpoint + ";");
  }

  /** The place behind the longest caption: neither loss nor gradient sees its weight. */
  @Test
  void keepsNoWeightThatIsNoNumber() throws IOException {
    Path checkpoint = train(tiny(), "run", after(WARM_START + 3)).checkpoint();
    poison(checkpoint, "text_model.embeddings.position_embeddings.weight");
    assertThatThrownBy(() -> train(tiny("checkpoint.every_steps=1"), "run", () -> false))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining(
            "step 4: the weights hold values that are not numbers; the last good");
    assertThat(folder.resolve("run/diverged.json")).content().contains("\"step\" : 4");
  }

  /** Has a weight of a checkpoint end with what is no number. */
  private static void poison(Path checkpoint, String weight) throws IOException {
    byte[] bytes = Files.readAllBytes(checkpoint);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = (int) buffer.getLong(0);
    JsonNode offsets = Json.mapper().readTree(bytes, 8, header).path(weight).path("data_offsets");
    buffer.putFloat(8 + header + offsets.get(1).asInt() - Float.BYTES, Float.NaN);
    Files.write(checkpoint, bytes);
  }

  @Test
  void refusesAFolderInWhichAnotherRunIsUnderWay() {
    train(
        tiny(),
        "run",
        () -> {
          assertThatThrownBy(() -> train(tiny(), "run", () -> false))
              .isInstanceOf(FalconException.class)
              .hasMessageContaining("another run of this process is writing there");
          return false;
        });
  }

  @Test
  void refusesACheckpointThatIsCutOff() throws IOException {
    Path checkpoint = train(tiny(), "run", after(WARM_START + 2)).checkpoint();
    byte[] bytes = Files.readAllBytes(checkpoint);
    Files.write(checkpoint, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> train(tiny(), "run", () -> false))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("is cut off: tensor optimiser.mean.0 ends at byte");
  }

  @ParameterizedTest
  @ValueSource(strings = {"method.search_space=51", "train.batch_size=51", "method.search_space=5"})
  void refusesSizesBeyondTheData(String override) {
    assertThatThrownBy(() -> train(tiny(override), "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("50 pairs");
  }

  @Test
  void refusesAQueueThatHoldsNoBatch() {
    TrainConfig small = tiny("method.name=albef", "objective.momentum.queue=5");
    assertThatThrownBy(() -> train(small, "run", () -> false))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "objective.momentum.queue must be at least train.batch_size; queue=5, batch_size=6");
  }

  @Test
  void keepsTheNewestCheckpointsOnly() throws IOException {
    train(tiny("checkpoint={every_steps: 3, keep: 2}"), "run", () -> false);
    try (Stream<Path> files = Files.list(folder.resolve("run/checkpoints"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("step-0000021.safetensors", "step-0000022.safetensors");
    }
  }
}
