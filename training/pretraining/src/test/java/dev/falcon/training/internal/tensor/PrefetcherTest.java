// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.training.PretendedDevice;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PrefetcherTest {
  private Torch torch;
  private int before;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
    before = PretendedDevice.arrays().size();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(PretendedDevice.arrays()).hasSize(before);
    torch.close();
  }

  /** A tensor, and the thread that made it. */
  private record Seen(NDArray tensor, String thread) {}

  private static Seen seen(NDManager memory, float value) {
    NDArray tensor = Torch.floats(memory, new float[] {value}, 1);
    return new Seen(tensor, Thread.currentThread().getName());
  }

  @Test
  void workIsDoneOnAnotherThreadAndBelongsToItsTaker() {
    try (Prefetcher<Seen> ahead = new Prefetcher<>(torch.manager(), true)) {
      Prefetcher.Made<Seen> first = ahead.take(memory -> seen(memory, 1));
      ahead.begin(memory -> seen(memory, 2));
      Prefetcher.Made<Seen> second = ahead.take(memory -> seen(memory, -1));
      assertThat(first.value().thread()).isEqualTo(Thread.currentThread().getName());
      assertThat(second.value().thread()).isEqualTo("falcon-inputs");

      first.close();
      assertThat(first.value().tensor().isReleased()).isTrue();
      assertThat(second.value().tensor().toFloatArray()).containsExactly(2);
      second.close();
      assertThat(second.value().tensor().isReleased()).isTrue();
    }
  }

  @Test
  void withoutAThreadNothingIsMadeBeforeItIsTaken() {
    try (Prefetcher<Seen> ahead = new Prefetcher<>(torch.manager(), false)) {
      ahead.begin(memory -> seen(memory, 1));
      assertThat(PretendedDevice.arrays()).hasSize(before);
      try (Prefetcher.Made<Seen> made = ahead.take(memory -> seen(memory, 2))) {
        assertThat(made.value().tensor().toFloatArray()).containsExactly(2);
        assertThat(made.value().thread()).isEqualTo(Thread.currentThread().getName());
      }
    }
  }

  @Test
  void aFailureIsThrownWhereItIsTakenAndItsTensorsGo() {
    try (Prefetcher<Seen> ahead = new Prefetcher<>(torch.manager(), true)) {
      ahead.begin(
          memory -> {
            seen(memory, 1);
            throw new FalconException("a picture cannot be read");
          });
      assertThatThrownBy(() -> ahead.take(memory -> seen(memory, 2)))
          .isInstanceOf(FalconException.class)
          .hasMessage("a picture cannot be read");
      ahead.begin(
          memory -> {
            seen(memory, 1);
            throw new AssertionError("out of memory, say");
          });
      assertThatThrownBy(() -> ahead.take(memory -> seen(memory, 2)))
          .isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void resultsThatNobodyTakesAreClosedAtTheEnd() {
    CountDownLatch closing = new CountDownLatch(1);
    try (Prefetcher<Seen> ahead = new Prefetcher<>(torch.manager(), true)) {
      ahead.begin(
          memory -> {
            try {
              closing.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return seen(memory, 1);
          });
      closing.countDown();
    }
    assertThat(PretendedDevice.arrays()).hasSize(before);

    Prefetcher<Seen> failing = new Prefetcher<>(torch.manager(), true);
    failing.begin(
        memory -> {
          seen(memory, 1);
          throw new FalconException("a picture cannot be read");
        });
    failing.close();
  }
}
