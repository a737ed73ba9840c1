// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import ai.djl.Device;
import ai.djl.ndarray.BaseNDManager;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import java.lang.reflect.Field;
import java.util.List;

/**
 * Arrays that say they lie on a GPU. All that DJL does about a device goes by what an array says of
 * itself: to read such an array it makes a copy on the processor, which somebody must free.
 */
public final class PretendedDevice {
  private PretendedDevice() {}

  /** All arrays that anything in this process holds. */
  public static List<NDArray> arrays() {
    try (NDManager any = NDManager.newBaseManager("PyTorch")) {
      return ((BaseNDManager) any.getParentManager()).getManagedArrays();
    }
  }

  /** Makes an array say that it lies on the first GPU. */
  public static void mark(NDArray array) {
    try {
      Field device = PtNDArray.class.getDeclaredField("device");
      device.setAccessible(true);
      device.set(array, Device.gpu(0));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("DJL keeps an array's device elsewhere", e);
    }
  }
}
