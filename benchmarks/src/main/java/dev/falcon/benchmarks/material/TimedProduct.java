package dev.falcon.benchmarks.material;

import dev.falcon.mining.internal.certificate.Arithmetic;
import dev.falcon.mining.internal.certificate.OtherProduct;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * A product that notes how long it takes, and of which less may be assumed than it gives.
 *
 * @param nanoseconds of its threads' processor time
 */
public record TimedProduct(OtherProduct product, Arithmetic arithmetic, LongAdder nanoseconds)
    implements OtherProduct {
  @Override
  public String describe() {
    return product.describe();
  }

  @Override
  public void multiply(
      FloatBuffer left,
      FloatBuffer right,
      FloatBuffer into,
      int rows,
      int columns,
      int dimension) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    product.multiply(left, right, into, rows, columns, dimension);
    nanoseconds.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
  }
}
