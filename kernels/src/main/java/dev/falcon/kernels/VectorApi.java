// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;

/** Detects the Vector API, which is still an incubating module. */
public final class VectorApi {
  private static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private VectorApi() {}

  /**
   * Returns whether classes that use it can be loaded and are fast: without fused multiply-add,
   * plain Java is as fast.
   */
  public static boolean isFast() {
    return AVAILABLE && FusedMultiplyAdd.isFast();
  }

  /**
   * Returns whether classes that use it can be loaded, which takes {@code --add-modules
   * jdk.incubator.vector}.
   */
  public static boolean isAvailable() {
    return AVAILABLE;
  }
}
