// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Receives the body of a reply as text, up to a limit. A longer body is not received to its end,
 * which it may not have.
 */
final class ShortBody implements HttpResponse.BodySubscriber<String> {
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();
  private Flow.Subscription subscription;

  /**
   * Creates a receiver.
   *
   * @param most the maximum length in bytes
   */
  ShortBody(int most) {
    this.most = most;
  }

  /** Thrown if a body is longer than the limit. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1;

    TooLongException(int most) {
      super("a reply has at most " + most + " bytes");
    }
  }

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription begun) {
    subscription = begun;
    begun.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (text.isDone()) {
        return;
      }
      if (buffer.remaining() > most - bytes.size()) {
        subscription.cancel();
        text.completeExceptionally(new TooLongException(most));
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
  }

  @Override
  public void onError(Throwable failure) {
    text.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    text.complete(bytes.toString(StandardCharsets.UTF_8));
  }
}
