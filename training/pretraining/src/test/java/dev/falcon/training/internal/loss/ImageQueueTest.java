// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ImageQueueTest {
  private static final float THIRD = 1 / 3f;

  /** Batch images 7 9 7, queue 9, one not filled yet, 7 5. */
  @Test
  void allCaptionsOfAnImageMatchItAlike() {
    ImageQueue queue = new ImageQueue(4, row -> row);
    queue.append(new int[] {9}, 0);
    queue.append(new int[] {7, 5}, 2);
    assertThat(queue.values()).containsExactly(9, -100, 7, 5);
    assertThat(queue.targets(new int[] {7, 9, 7}))
        .containsExactly(
            THIRD, 0, THIRD, 0, 0, THIRD, 0, 0, 0.5f, 0, 0.5f, 0, 0, 0, THIRD, 0, THIRD, 0, 0,
            THIRD, 0);
  }

  @Test
  void theOldestAreOverwritten() {
    ImageQueue queue = new ImageQueue(3, row -> 10 * row);
    queue.append(queue.of(new int[] {1, 2}), 0);
    queue.append(queue.of(new int[] {3, 4}), 2);
    assertThat(queue.values()).containsExactly(40, 20, 30);
    ImageQueue other = new ImageQueue(3, row -> row);
    other.set(queue.values());
    assertThat(other.values()).containsExactly(40, 20, 30);
  }
}
