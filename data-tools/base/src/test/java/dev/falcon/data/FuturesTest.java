// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FuturesTest {
  @Test
  void givesTheResult() {
    assertThat(Futures.join(CompletableFuture.supplyAsync(() -> 3))).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void throwsWhatTheWorkThrew(boolean error) {
    Throwable thrown = error ? new OutOfMemoryError("of it") : new FalconException("a.npy: broken");
    CompletableFuture<Object> failing =
        CompletableFuture.supplyAsync(
            () -> {
              if (thrown instanceof Error e) {
                throw e;
              }
              throw (RuntimeException) thrown;
            });
    assertThatThrownBy(() -> Futures.join(failing)).isSameAs(thrown);
  }

  @Test
  void wrapsWhatNobodyDeclares() {
    CompletableFuture<Object> failing = CompletableFuture.failedFuture(new IOException("gone"));
    assertThatThrownBy(() -> Futures.join(failing))
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("gone");
  }
}
