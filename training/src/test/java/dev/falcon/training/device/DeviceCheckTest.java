package dev.falcon.training.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.session.Device;
import dev.falcon.training.device.DeviceCheckResult.Item;
import dev.falcon.training.device.DeviceCheckResult.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceCheckTest {
  private static final Path MODEL = Path.of("..", "onnx-models", "scenes-tiny");

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
            "training step",
            "memory flat",
            "export parity",
            "samples a second");
    assertThat(result.items()).extracting(Item::outcome).containsOnly(Outcome.PASS);
    assertThat(result.items().get(0).detail()).startsWith("largest difference 0.0,");
    assertThat(result.passed()).isTrue();
  }

  @Test
  void aDeviceThatIsNotThereIsNoFailureOfItsItems() {
    DeviceCheckResult result = DeviceCheck.check(request(Device.cuda(93), 20));
    assertThat(result.items()).extracting(Item::outcome).containsOnly(Outcome.NO_DEVICE);
    assertThat(result.passed()).isFalse();
  }

  @Test
  void whatIsNoNumberIsBeyondEveryBound() {
    assertThat(Bounds.within("difference", 0.5, 1))
        .isEqualTo("difference 0.50, at most 1.0 is right");
    for (double difference : new double[] {1.5, Double.NaN}) {
      assertThatThrownBy(() -> Bounds.within("difference", difference, 1))
          .isInstanceOf(FalconException.class);
    }
  }

  @Test
  void tooFewStepsAreRefused() {
    assertThatThrownBy(() -> DeviceCheck.check(request(Device.CPU, 19)))
        .isInstanceOf(RequestException.class)
        .hasMessage("at least 20 steps show something; steps=19");
  }
}
