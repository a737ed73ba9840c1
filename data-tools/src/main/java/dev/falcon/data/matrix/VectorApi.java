package dev.falcon.data.matrix;

/** Whether the JVM runs with the Vector API, which is an incubating module up to now. */
public final class VectorApi {
  private static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private VectorApi() {}

  /** Whether classes that use it load: {@code --add-modules jdk.incubator.vector} was given. */
  public static boolean isAvailable() {
    return AVAILABLE;
  }
}
