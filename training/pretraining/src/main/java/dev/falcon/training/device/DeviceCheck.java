// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.onnx.session.Device;
import dev.falcon.training.device.DeviceCheckResult.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Runs the checklist of docs/how-to/use-a-gpu.md: every item runs on the device and on the CPU. */
public final class DeviceCheck {
  private static final int FEWEST_STEPS = 20;

  private DeviceCheck() {}

  /**
   * Runs all items in turn. A failure is reported as an item of the result.
   *
   * @throws RequestException if there are too few steps
   */
  public static DeviceCheckResult check(DeviceCheckRequest request) {
    if (request.steps() < FEWEST_STEPS) {
      throw new RequestException(
          "steps must be at least "
              + FEWEST_STEPS
              + ", to show something; steps="
              + request.steps());
    }
    EmbeddingCheck embedding = new EmbeddingCheck(request);
    TrainingCheck training = new TrainingCheck(request);
    List<Item> items = new ArrayList<>();
    items.add(item("embedding parity", embedding::parity));
    items.add(item("mining unaffected", embedding::mining));
    items.add(item("placement", embedding::placement));
    items.add(item("training step", training::step));
    items.add(item("memory flat", training::memory));
    items.add(item("export parity", training::export));
    items.add(item("samples a second", () -> embedding.rate() + ", " + training.rate()));
    String asked = request.device().toString();
    boolean none =
        request.device().kind() == Device.Kind.CUDA
            && items.stream().allMatch(item -> item.outcome() == DeviceCheckResult.Outcome.FAIL);
    return new DeviceCheckResult(asked, none ? without(items) : List.copyOf(items));
  }

  private static List<Item> without(List<Item> items) {
    return items.stream()
        .map(item -> new Item(item.name(), DeviceCheckResult.Outcome.NO_DEVICE, item.detail()))
        .toList();
  }

  /**
   * @param work returns figures, or throws an exception with the reason of the failure
   */
  private static Item item(String name, Supplier<String> work) {
    try {
      return new Item(name, DeviceCheckResult.Outcome.PASS, work.get());
    } catch (FalconException e) {
      return new Item(name, DeviceCheckResult.Outcome.FAIL, e.getMessage());
    }
  }
}
