// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.pytorch.jni.JniUtils;
import dev.falcon.training.config.ModelConfig;

/**
 * Selects the number of the engine's threads on the CPU if the configuration leaves it open.
 *
 * <p>Threads that share a product wait for each other at its end. For the small products of the
 * smallest networks, this takes longer than sharing saves. If other programs use the cores, each of
 * thousands of waits per step lasts as long as the operating system lets these programs run. The
 * number depends only on the configuration and the machine, not on a measurement, since it may
 * change the last bit of a sum.
 */
public final class EngineThreads {
  /**
   * The smallest number of multiplications, in the largest product of a pass, for which two threads
   * are faster than one. On two cores, steps of 8.9, 20, 36 and 80 million took 14 % longer, 4 %
   * longer, 7 % less and 23 % less time with two threads than with one.
   */
  static final long WORTH_SHARING = 1L << 25;

  private static int own; // 0 until the engine is asked

  private EngineThreads() {}

  /**
   * Returns the number for a network.
   *
   * @param asked the number in the configuration; 0 if it is left open
   * @param imageSize the side of its pictures in pixels
   * @param tokens the maximum number of tokens per caption
   * @param pairs the number of pairs per pass
   * @return the number of threads; 0 for one per processor that the process may use
   */
  public static int of(int asked, ModelConfig model, int imageSize, int tokens, int pairs) {
    if (asked > 0) {
      return asked;
    }
    long side = imageSize / model.patchSize();
    long images = (side * side + 1) * model.vision().width() * model.vision().feedForward() * pairs;
    long texts = (long) tokens * model.text().width() * model.text().feedForward() * pairs;
    return Math.max(images, texts) < WORTH_SHARING ? 1 : 0;
  }

  /**
   * Sets the engine's number of threads.
   *
   * @param threads the number; 0 for the engine's own, which ignores the limits of a container, but
   *     at most the number of processors that this process may use
   */
  static synchronized void set(int threads) {
    if (own == 0) {
      own = JniUtils.getNumThreads();
    }
    JniUtils.setNumThreads(
        threads > 0 ? threads : Math.min(own, Runtime.getRuntime().availableProcessors()));
  }
}
