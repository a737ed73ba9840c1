// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.training.GradientCollector;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.NativeLibraries;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The engine, opened for one run on one device. All calls must come from the thread that opened it,
 * since the engine's gradient mode is per thread; only a {@link Prefetcher} creates inputs on
 * another thread.
 */
public final class Torch implements AutoCloseable {
  /**
   * The staging buffer through which values are copied into a tensor, one per thread. By default
   * DJL allocates a buffer for every array, which the garbage collector frees many steps later: by
   * then later tensors surround it, and fragmentation grows for hours.
   */
  private static final ThreadLocal<ByteBuffer> STAGING =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(0));

  /**
   * The maximum size of a retained buffer in bytes. It is larger than a batch's pictures; a buffer
   * for a network's weights, which are copied only once, must not be retained.
   */
  private static final int MOST_KEPT = 1 << 27;

  private final Engine engine;
  private final NDManager manager;
  private final String device;

  private Torch(Engine engine, NDManager manager, String device) {
    this.engine = engine;
    this.manager = manager;
    this.device = device;
  }

  /**
   * Opens the engine.
   *
   * @param device {@code cpu}, {@code cuda}, {@code cuda:1}, or {@code auto} for a GPU if libtorch
   *     can use one
   * @param threads the number of intra-op threads; 0 for one per processor that the process may use
   */
  public static Torch open(String device, int threads) {
    // The engine is complete in the jars (or in the folder that PYTORCH_LIBRARY_PATH names):
    // nothing is ever downloaded.
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    NativeLibraries.folder();
    Engine engine;
    try {
      engine = Engine.getEngine("PyTorch");
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw new FalconException(
          "PyTorch's native library cannot be loaded: "
              + e.getMessage()
              + "; put pytorch-native-cpu on the class path or name a libtorch by"
              + " PYTORCH_LIBRARY_PATH",
          e);
    }
    JniUtils.setGradMode(false);
    EngineThreads.set(threads);
    DeviceChoice choice = DeviceChoice.of(device);
    return new Torch(engine, NDManager.newBaseManager(choice.device(), "PyTorch"), choice.reason());
  }

  /** Returns the manager of everything that lives as long as the run. */
  public NDManager manager() {
    return manager;
  }

  /** Returns the version of libtorch. */
  public String version() {
    return engine.getVersion();
  }

  /** Returns a line that names the chosen device and the reason. */
  public String device() {
    return device;
  }

  /** Returns whether tensors are on a GPU. */
  public boolean onGpu() {
    return manager.getDevice().isGpu();
  }

  /** Seeds the generator of a manager's engine, which only dropout uses. */
  public static void seed(NDManager manager, long seed) {
    Seed.begin(manager, seed);
  }

  /**
   * Runs a forward pass with gradients and, from the scalar it returns, the backward pass.
   *
   * @return the scalar
   */
  public float differentiate(Supplier<NDArray> forward) {
    try (GradientCollector collector = engine.newGradientCollector()) {
      NDArray loss = forward.get();
      collector.backward(loss);
      return loss.stopGradient().getFloat();
    }
  }

  /**
   * Like {@link #differentiate(Supplier)}, for passes with pieces that are recomputed.
   *
   * @param tape the tape of these pieces; may be empty
   */
  public float differentiate(Supplier<NDArray> forward, Tape tape) {
    try (GradientCollector collector = engine.newGradientCollector()) {
      NDArray loss = forward.get();
      if (tape.empty()) {
        collector.backward(loss);
      } else {
        Tape.backward(loss, Ops.scalar(loss.getManager(), 1));
        tape.unwind();
      }
      return loss.stopGradient().getFloat();
    }
  }

  /** Returns a float tensor of these values. */
  public static NDArray floats(NDManager manager, float[] values, long... shape) {
    ByteBuffer staged = staged(values.length, Float.BYTES);
    staged.asFloatBuffer().put(values);
    return copyOf(manager, staged, DataType.FLOAT32, shape);
  }

  /** Returns a tensor of normalised pictures of one size [pictures x 3 x size x size]. */
  public static NDArray pictures(NDManager manager, float[] pixels, int size) {
    return floats(manager, pixels, pixels.length / (3 * size * size), 3, size, size);
  }

  /** Returns an int64 vector. */
  public static NDArray indices(NDManager manager, long[] values) {
    ByteBuffer staged = staged(values.length, Long.BYTES);
    staged.asLongBuffer().put(values);
    return copyOf(manager, staged, DataType.INT64, values.length);
  }

  /** Returns an int64 vector. */
  public static NDArray indices(NDManager manager, int[] values) {
    return indices(manager, Arrays.stream(values).asLongStream().toArray());
  }

  /** Returns a float64 vector. */
  public static NDArray doubles(NDManager manager, double[] values) {
    ByteBuffer staged = staged(values.length, Double.BYTES);
    staged.asDoubleBuffer().put(values);
    return copyOf(manager, staged, DataType.FLOAT64, values.length);
  }

  /** Copies a float tensor's values to an existing Java buffer with as many floats. */
  public static void copy(NDArray from, float[] into) {
    // The copy from a device belongs to the array's manager, which would keep it.
    TensorScope.within(
        from.getManager(),
        manager ->
            from.toByteBuffer(true).order(ByteOrder.nativeOrder()).asFloatBuffer().get(into));
  }

  private static ByteBuffer staged(int count, int width) {
    int bytes = Math.multiplyExact(count, width);
    ByteBuffer staging = STAGING.get();
    if (staging.capacity() < bytes) {
      staging = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      if (bytes <= MOST_KEPT) {
        STAGING.set(staging);
      }
    }
    return staging.clear().limit(bytes);
  }

  private static NDArray copyOf(
      NDManager manager, ByteBuffer staged, DataType type, long... shape) {
    try (NDArray view = manager.create(staged, new Shape(shape), type)) {
      return view.duplicate();
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
