package dev.falcon.training.internal.tensor;

import ai.djl.pytorch.jni.JniUtils;
import dev.falcon.training.config.ModelConfig;

/**
 * The number of the engine's threads on the CPU where the configuration leaves it open.
 *
 * <p>Threads that share a product wait for each other at its end. For the small products of the
 * smallest networks this takes longer than sharing saves, and where other programs use the cores
 * each of thousands of waits in a step lasts as long as the scheduler lets these run. The choice
 * follows from the configuration and the machine alone, not from a measurement: the number of
 * threads may change the last bit of a sum.
 */
public final class EngineThreads {
  /**
   * The smallest number of multiplications, of the largest product in a pass, that two threads
   * share with a gain. On two cores, steps of 8.9, 20, 36 and 80 million took 14 % longer, 4 %
   * longer, 7 % less and 23 % less time with two threads than with one.
   */
  static final long WORTH_SHARING = 1L << 25;

  private static int own; // 0 until the engine is asked

  private EngineThreads() {}

  /**
   * The number for a network.
   *
   * @param asked the configuration's; 0 leaves it open
   * @param imageSize the side of its pictures in pixels
   * @param tokens the largest number of tokens of a caption
   * @param pairs number of pairs in a pass
   * @return 1, or 0 for all that the process may use
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
   * @param threads 0 for the engine's own number, which does not see the limits of a container, but
   *     no more than the processors that this process may use
   */
  static synchronized void set(int threads) {
    if (own == 0) {
      own = JniUtils.getNumThreads();
    }
    JniUtils.setNumThreads(
        threads > 0 ? threads : Math.min(own, Runtime.getRuntime().availableProcessors()));
  }
}
