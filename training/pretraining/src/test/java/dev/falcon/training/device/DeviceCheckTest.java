// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.Placement;
import dev.falcon.training.device.DeviceCheckResult.Item;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceCheckTest {
  private static final Path MODEL = Path.of("..", "..", "onnx-models", "scenes-tiny");

  @TempDir private Path work;

  private DeviceCheckRequest request(Device device, int steps) {
    return new DeviceCheckRequest(device, MODEL, steps, work, Progress.NONE, note -> {});
  }

  /** The processor beside itself: every item holds, and the vectors are the same to the bit. */
  @Test
  void theProcessorPasses() {
    DeviceCheckResult result = DeviceCheck.check(request(Device.CPU, 20));
    assertThat(result.items())
        .extracting(Item::name)
        .containsExactly(
            "embedding parity",
            "mining unaffected",
            "placement",
            "training step",
            "memory flat",
            "export parity",
            "samples a second");
    assertThat(result.items())
        .extracting(Item::outcome)
        .containsOnly(DeviceCheckResult.Outcome.PASS);
    assertThat(result.items().get(0).detail()).startsWith("largest difference 0.0,");
    assertThat(result.items().get(2).detail())
        .matches(
            "vision_model.onnx: \\d+ on CPUExecutionProvider;"
                + " text_model.onnx: \\d+ on CPUExecutionProvider");
    assertThat(result.passed()).isTrue();
  }

  /** Another model in the place of the first, and memory that nobody gives back. */
  @Test
  void differencesFail() throws IOException {
    Path model = work.resolve("other");
    copy(MODEL, model);
    AtomicInteger embeddings = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    List<ByteBuffer> kept = new ArrayList<>();
    Progress meddling =
        (name, total, unit) -> {
          if (name.equals("embedding") && embeddings.incrementAndGet() == 2) {
            return new Progress.Task(amount -> {}, () -> replaceMean(model));
          }
          boolean onDevice = name.equals("training") && runs.incrementAndGet() == 2;
          int[] steps = {0};
          return new Progress.Task(
              amount -> {
                if (onDevice && ++steps[0] == 10) {
                  kept.add(ByteBuffer.allocateDirect(Math.toIntExact(Bounds.GROWTH * (2 << 20))));
                }
              },
              () -> {});
        };

    DeviceCheckResult result =
        DeviceCheck.check(
            new DeviceCheckRequest(Device.CPU, model, 20, work, meddling, note -> {}));

    assertThat(kept).hasSize(1);
    assertThat(result.items())
        .extracting(Item::outcome)
        .containsExactly(
            DeviceCheckResult.Outcome.FAIL,
            DeviceCheckResult.Outcome.FAIL,
            DeviceCheckResult.Outcome.PASS,
            DeviceCheckResult.Outcome.PASS,
            DeviceCheckResult.Outcome.FAIL,
            DeviceCheckResult.Outcome.PASS,
            DeviceCheckResult.Outcome.PASS);
    assertThat(result.items().get(1).detail())
        .matches("\\d+\\.\\d % of the plan's rows are the same");
    assertThat(result.items().get(4).detail()).matches("\\d+ MiB after 5 steps, \\d+ MiB after 20");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private static void replaceMean(Path model) {
    Path config = model.resolve("preprocessor_config.json");
    ObjectNode settings = (ObjectNode) Json.readTree(config);
    settings.putArray("image_mean").add(0.9).add(0.1).add(0.5);
    Json.write(config, settings);
  }

  @Test
  void aDeviceThatIsNotThereIsNoFailureOfItsItems() {
    DeviceCheckResult result = DeviceCheck.check(request(Device.cuda(93), 20));
    assertThat(result.items())
        .extracting(Item::outcome)
        .containsOnly(DeviceCheckResult.Outcome.NO_DEVICE);
    assertThat(result.passed()).isFalse();
  }

  /** Shapes may be computed on the processor; all else belongs on the device. */
  @Test
  void anOperatorThatComputesElsewhereFails() {
    Placement whole =
        new Placement("a.onnx", Map.of("CUDAExecutionProvider", 90, Placement.CPU, 7), Map.of());
    Placement part =
        new Placement(
            "b.onnx",
            Map.of("CUDAExecutionProvider", 90, Placement.CPU, 9),
            Map.of("Add", 1, "Erf", 2));
    assertThat(EmbeddingCheck.placed(Device.cuda(0), List.of(whole)))
        .isEqualTo("a.onnx: 7 on CPUExecutionProvider, 90 on CUDAExecutionProvider");
    String both =
        "a.onnx: 7 on CPUExecutionProvider, 90 on CUDAExecutionProvider; b.onnx: 9 on"
            + " CPUExecutionProvider, 90 on CUDAExecutionProvider";
    assertThatThrownBy(() -> EmbeddingCheck.placed(Device.cuda(0), List.of(whole, part)))
        .isInstanceOf(FalconException.class)
        .hasMessage(both + " (computing: 1 Add, 2 Erf)");
    assertThat(EmbeddingCheck.placed(Device.CPU, List.of(whole, part))).isEqualTo(both);
    assertThatThrownBy(() -> EmbeddingCheck.placed(Device.CPU, List.of()))
        .isInstanceOf(FalconException.class);
  }

  @Test
  void nanIsBeyondEveryBound() {
    assertThat(Bounds.within("difference", 0.5, 1))
        .isEqualTo("difference 0.50, at most 1.0 is allowed");
    for (double difference : new double[] {1.5, Double.NaN}) {
      assertThatThrownBy(() -> Bounds.within("difference", difference, 1))
          .isInstanceOf(FalconException.class);
    }
  }

  @Test
  void tooFewStepsAreRefused() {
    assertThatThrownBy(() -> DeviceCheck.check(request(Device.CPU, 19)))
        .isInstanceOf(RequestException.class)
        .hasMessage("steps must be at least 20, to show something; steps=19");
  }
}
