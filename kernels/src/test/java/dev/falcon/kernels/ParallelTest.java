// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes wrong on a thread of its own is told to the one that asked. */
class ParallelTest {
  static Stream<Throwable> failures() {
    return Stream.of(new IllegalArgumentException("piece"), new OutOfMemoryError("piece"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsThatOfThePiece(Throwable failure) {
    try (Parallel parallel = new Parallel(2)) {
      assertThatThrownBy(
              () ->
                  parallel.forEach(
                      4,
                      () ->
                          piece -> {
                            if (failure instanceof Error error) {
                              throw error;
                            }
                            throw (RuntimeException) failure;
                          }))
          .isSameAs(failure);
    }
  }

  @Test
  void anInterruptEndsTheWaitAndStaysKnown() {
    CountDownLatch never = new CountDownLatch(1);
    try (Parallel parallel = new Parallel(2)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(
              () ->
                  parallel.forEach(
                      1,
                      () ->
                          piece -> {
                            try {
                              never.await();
                            } catch (InterruptedException e) {
                              Thread.currentThread().interrupt();
                            }
                          }))
          .hasMessage("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
