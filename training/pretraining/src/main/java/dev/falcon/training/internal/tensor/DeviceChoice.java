// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;

/**
 * Chooses the device of tensors by asking libtorch itself: a device exists if it can hold a tensor.
 * DJL instead asks the CUDA runtime of the machine, which may differ from the one that libtorch
 * includes, or may not exist.
 *
 * @param device the chosen device
 * @param reason one line that explains the choice
 */
record DeviceChoice(Device device, String reason) {
  private static final String CUDA = "cuda";

  /**
   * Chooses a device.
   *
   * @param name {@code cpu}, {@code cuda}, {@code cuda:N}, or {@code auto}: the first GPU that
   *     libtorch can use, or else the CPU
   * @throws RequestException if the name is invalid
   * @throws FalconException if libtorch cannot use the device
   */
  static DeviceChoice of(String name) {
    if (name.equals("cpu")) {
      return new DeviceChoice(Device.cpu(), "device cpu, as asked for");
    }
    if (name.equals("auto")) {
      String refusal = refusal(Device.gpu(0));
      return refusal == null
          ? new DeviceChoice(Device.gpu(0), "device auto: cuda:0, which libtorch can use")
          : new DeviceChoice(
              Device.cpu(), "device auto: the CPU, as libtorch can use no GPU (" + refusal + ")");
    }
    if (!name.matches(CUDA + "(:\\d{1,3})?")) {
      throw new RequestException("device must be auto, cpu, cuda or cuda:N; device=" + name);
    }
    int index = name.equals(CUDA) ? 0 : Integer.parseInt(name.substring(CUDA.length() + 1));
    String refusal = refusal(Device.gpu(index));
    if (refusal != null) {
      throw new FalconException(
          "device "
              + name
              + " is asked for, but the libtorch in use cannot use it ("
              + refusal
              + "); docs/how-to/use-a-gpu.md says what it needs");
    }
    return new DeviceChoice(Device.gpu(index), "device " + name + ", as asked for");
  }

  /**
   * Returns why libtorch cannot hold a tensor on a device, as the start of libtorch's own message;
   * null if it can.
   */
  private static String refusal(Device device) {
    try (NDManager manager = NDManager.newBaseManager(device, "PyTorch");
        NDArray one = manager.ones(new Shape(1))) {
      float held = one.toFloatArray()[0];
      return held == 1 ? null : "it gives back " + held + " for 1";
    } catch (RuntimeException e) {
      String words = e.getMessage() == null ? e.toString() : e.getMessage();
      return words.lines().findFirst().orElse("").replaceAll("[.;:] .*|[.;:]$", "").strip();
    }
  }
}
