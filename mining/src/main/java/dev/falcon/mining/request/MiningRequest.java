package dev.falcon.mining.request;

import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.onnx.session.Device;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to mine a store.
 *
 * @param store the vectors
 * @param options how negatives are chosen
 * @param target what is written
 * @param output the file to write
 * @param format the file's format
 * @param execution how to run; changes nothing in the output
 * @param overwrite whether an existing output, or the remains of another run, may be replaced
 */
public record MiningRequest(
    EmbeddingStore store,
    MiningOptions options,
    MiningTarget target,
    Path output,
    TableFormat format,
    Execution execution,
    boolean overwrite) {

  public MiningRequest {
    requireFit(options, target);
    execution.product().ifPresent(device -> requireServed(device, store, options, target));
  }

  /** The same of a store opened in another way. */
  public MiningRequest of(EmbeddingStore other) {
    return new MiningRequest(other, options, target, output, format, execution, overwrite);
  }

  /** Refuses options that make no sense for what is written. */
  public static void requireFit(MiningOptions options, MiningTarget target) {
    if (target instanceof MiningTarget.Negatives) {
      if (options.epochs() != 1) {
        throw new RequestException(
            "lists of negatives have no epochs; leave epochs at 1; epochs=" + options.epochs());
      }
      if (!options.policy().hasQuantiles()) {
        throw new RequestException(
            "lists of negatives need a quantile; policy=" + options.policy());
      }
      if (options.composition().level() != Composition.Level.INSTANCE) {
        throw new RequestException("lists of negatives have no batch, and no level but instance");
      }
      if (options.composition().runLength() != Composition.WHOLE_BATCH) {
        throw new RequestException("lists of negatives have no batch, and no run-length");
      }
    }
  }

  /** Refuses what a product of ONNX Runtime's does not serve, with what asks for all of S. */
  private static void requireServed(
      Device device, EmbeddingStore store, MiningOptions options, MiningTarget target) {
    QuantilePolicy policy = options.policy();
    if (!policy.hasQuantiles()
        || policy instanceof QuantilePolicy.Scheduled
        || target instanceof MiningTarget.Negatives
        || store.perImage() > 1) {
      throw new RequestException(
          "similarities by ONNX Runtime ("
              + device
              + ") serve batches by one quantile a row, of one vector an image: falcon+, grit,"
              + " fixed, margin, hardening, softening and random; leave --device and --product out");
    }
  }

  /**
   * How to run.
   *
   * @param threads at least 1
   * @param memoryBudget bytes that vectors and similarities may take
   * @param product where ONNX Runtime multiplies, and Falcon decides what its rounding leaves in
   *     doubt; of {@code auto} CUDA if that opens. Empty for Falcon's own product
   */
  public record Execution(int threads, long memoryBudget, Optional<Device> product) {
    private static final int MOST_THREADS = 1024;
    private static final long OWN = 40L << 20;
    private static final long MOST_YOUNG = 256L << 20;

    public Execution {
      if (threads < 1 || threads > MOST_THREADS) {
        throw new RequestException("threads must be in [1, 1024]; threads=" + threads);
      }
      if (memoryBudget < 1) {
        throw new RequestException("the memory budget must be positive; memory=" + memoryBudget);
      }
    }

    /** With Falcon's own product. */
    public Execution(int threads, long memoryBudget) {
      this(threads, memoryBudget, Optional.empty());
    }

    /** The same with similarities by ONNX Runtime on a device. */
    public Execution withProduct(Device device) {
      return new Execution(threads, memoryBudget, Optional.of(device));
    }

    /** All processors, and what is left of the heap that the JVM may take. */
    public static Execution automatic() {
      Runtime runtime = Runtime.getRuntime();
      return within(runtime.availableProcessors(), runtime.maxMemory());
    }

    /**
     * What is left of a heap: three quarters, and at most what the collector's young generation and
     * all that does not grow with search spaces leave.
     *
     * @param heap bytes
     * @throws RequestException where that is nothing
     */
    public static Execution within(int threads, long heap) {
      long budget = budgetOf(heap);
      if (budget < 1) {
        throw new RequestException(
            "a memory of "
                + (heap >> 20)
                + " MB is less than a run takes by itself, "
                + megabytesFor(1)
                + " MB");
      }
      return new Execution(threads, budget);
    }

    /** The smallest heap, in whole megabytes, whose budget {@link #within} it is so large. */
    public static long megabytesFor(long budget) {
      long megabytes = (budget + OWN) >> 20;
      while (budgetOf(megabytes << 20) < budget) {
        megabytes++;
      }
      return megabytes;
    }

    private static long budgetOf(long heap) {
      return Math.min(heap / 4 * 3, heap - OWN - Math.min(heap / 3, MOST_YOUNG));
    }
  }
}
