package dev.falcon.kernels;

/** Detects the Vector API, which is still an incubating module. */
public final class VectorApi {
  private static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private VectorApi() {}

  /**
   * Returns whether classes that use it can be loaded, which takes {@code --add-modules
   * jdk.incubator.vector}.
   */
  public static boolean isAvailable() {
    return AVAILABLE;
  }
}
