// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import java.util.concurrent.Semaphore;

/**
 * Limits the number of bytes held at once. A request that exceeds the limit is granted when nothing
 * else is held.
 */
final class ByteBudget {
  private static final int UNIT_BITS = 10; // counted in KiB, so that an int is enough

  private final int units;
  private final Semaphore free;

  ByteBudget(long bytes) {
    units = (int) Math.max(1, Math.min(Integer.MAX_VALUE >> 1, bytes >> UNIT_BITS));
    free = new Semaphore(units, true);
  }

  /** Waits until this many bytes are free. */
  void acquire(int bytes) {
    free.acquireUninterruptibly(unitsOf(bytes));
  }

  void release(int bytes) {
    free.release(unitsOf(bytes));
  }

  /** Grants all waiting and later requests. */
  void open() {
    free.release(units);
  }

  private int unitsOf(int bytes) {
    return Math.min(units, (bytes >> UNIT_BITS) + 1);
  }
}
