// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingVectorTest {
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, OutOfMemoryError.class})
  void whatStoppedThePipelineComesOutAsItWas(Class<? extends Throwable> type) throws Exception {
    Throwable failure = type.getConstructor(String.class).newInstance("why");
    PendingVector pending = new PendingVector();
    pending.fail(failure);

    assertThatThrownBy(pending::await).isSameAs(failure);
  }

  @Test
  void aCheckedFailureIsWrapped() {
    PendingVector pending = new PendingVector();
    pending.fail(new IOException("why"));

    assertThatThrownBy(pending::await)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("why");
  }
}
