// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.input.Purpose;

/**
 * A seed of the engine, from which further seeds are derived, always the same ones in the same
 * order.
 */
final class Seed {
  private static final int BITS = 33; // the engine's seed has this many fewer than 64 bits

  private static final ThreadLocal<Seed> LAST = ThreadLocal.withInitial(() -> new Seed(0));

  private final RandomStream stream;

  private Seed(long seed) {
    stream = Purpose.DROPPED_PIECE.at(seed, 0);
  }

  /** Seeds the generator of a manager's engine. */
  static void begin(NDManager manager, long seed) {
    manager.getEngine().setRandomSeed((int) seed);
    LAST.set(new Seed(seed));
  }

  /** Returns the last seed of this thread. */
  static Seed last() {
    return LAST.get();
  }

  /** Resumes deriving seeds from this one. */
  void resume() {
    LAST.set(this);
  }

  long next() {
    return stream.nextLong() >>> BITS;
  }
}
