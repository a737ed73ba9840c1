// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;

/** Detects the Vector API, which is still an incubating module. */
public final class VectorApi {
  private static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private static final boolean FAST =
      AVAILABLE && FusedMultiplyAdd.isFast() && isOptimized(System.getProperty("java.vm.info"));

  private VectorApi() {}

  /**
   * Returns whether classes that use it can be loaded and are fast: without fused multiply-add,
   * plain Java is as fast, and without the JVM's optimizing compiler every vector is an object.
   */
  public static boolean isFast() {
    return FAST;
  }

  /**
   * Returns whether classes that use it can be loaded, which takes {@code --add-modules
   * jdk.incubator.vector}.
   */
  public static boolean isAvailable() {
    return AVAILABLE;
  }

  /**
   * Returns whether a JVM has the compiler that makes instructions of the API's calls.
   *
   * @param info its own description, such as "mixed mode, sharing"
   */
  static boolean isOptimized(String info) {
    return !info.contains("interpreted") && !info.contains("emulated-client");
  }
}
