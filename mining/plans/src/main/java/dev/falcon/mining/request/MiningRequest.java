// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.request;

import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.policy.QuantilePolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A request to mine a store.
 *
 * @param store the vectors
 * @param options the options for choosing negatives
 * @param output the output file
 * @param format the file's format
 * @param execution the threads and the memory, which do not affect the output
 * @param overwrite whether an existing output, or the remains of another run, may be replaced
 */
public record MiningRequest(
    EmbeddingStore store,
    MiningOptions options,
    Path output,
    TableFormat format,
    Execution execution,
    boolean overwrite) {

  /** Returns the input files and folders, which must not be overwritten. */
  public List<Path> read() {
    List<Path> read = new ArrayList<>(List.of(store.folder()));
    options.constraints().veto().ifPresent(read::add);
    if (options.policy() instanceof QuantilePolicy.Scheduled scheduled) {
      scheduled.graph().ifPresent(read::add);
    }
    return read;
  }

  /** Returns a copy with another number of threads. */
  public MiningRequest with(int threads) {
    Execution other = new Execution(threads, execution.memoryBudget());
    return new MiningRequest(store, options, output, format, other, overwrite);
  }

  /** Returns a copy for a store opened in another way. */
  public MiningRequest of(EmbeddingStore other) {
    return new MiningRequest(other, options, output, format, execution, overwrite);
  }

  /** Returns a copy that writes to another place. */
  public MiningRequest into(Path place) {
    return new MiningRequest(store, options, place, format, execution, overwrite);
  }

  /**
   * The threads and the memory of a run.
   *
   * @param threads the number of threads, in [1, 1024]
   * @param memoryBudget the limit on the bytes of vectors and similarities, above 0
   */
  public record Execution(int threads, long memoryBudget) {
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

    /** Returns an execution with all processors, and the usable part of the JVM's largest heap. */
    public static Execution automatic() {
      Runtime runtime = Runtime.getRuntime();
      return within(runtime.availableProcessors(), runtime.maxMemory());
    }

    /**
     * Returns an execution with the usable part of a heap: three quarters of it, less the memory
     * that does not grow with search spaces; the rest is left to the collector's young generation.
     *
     * @param threads the number of threads
     * @param heap the size of the heap, in bytes
     * @throws RequestException if no memory is left
     */
    public static Execution within(int threads, long heap) {
      long budget = budgetOf(heap);
      if (budget < 1) {
        throw new RequestException(
            "Java can use "
                + (heap >> 20)
                + " MB of this memory, which is less than a run takes by itself, "
                + megabytesFor(1)
                + " MB");
      }
      return new Execution(threads, budget);
    }

    /**
     * Returns the smallest heap, in whole megabytes, whose budget by {@link #within} is at least
     * this many bytes.
     */
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
