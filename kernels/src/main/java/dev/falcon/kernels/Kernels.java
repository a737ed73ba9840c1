package dev.falcon.kernels;

/** Chooses the fastest kernel that this JVM can run. */
public final class Kernels {
  private static final Kernel BEST = choose(Kernel.class, "VectorKernel", new ScalarKernel());
  private static final CrossKernel BEST_CROSS =
      choose(CrossKernel.class, "CrossVectorKernel", new CrossScalarKernel());

  private Kernels() {}

  /**
   * Returns the kernel on the Vector API if its module is loaded, otherwise the kernel in plain
   * Java. Both give the same bits.
   */
  public static Kernel best() {
    return BEST;
  }

  /** Returns the corresponding kernel for products of two sets of vectors. */
  public static CrossKernel cross() {
    return BEST_CROSS;
  }

  private static <K> K choose(Class<K> kind, String vector, K scalar) {
    if (!VectorApi.isAvailable()) {
      return scalar;
    }
    try {
      // By name: the class is compiled separately, and cannot even be linked without the incubating
      // module.
      return Class.forName(Kernels.class.getPackageName() + "." + vector)
          .asSubclass(kind)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the Vector API is present, but its kernel does not load", e);
    }
  }
}
