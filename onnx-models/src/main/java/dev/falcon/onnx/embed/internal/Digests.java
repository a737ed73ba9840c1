// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.Futures;
import dev.falcon.data.Provenance;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Computes the digests of files on a separate thread. */
public final class Digests {
  private final CompletableFuture<List<Provenance.Input>> inputs = new CompletableFuture<>();

  private Digests() {}

  /** Starts to read the files. */
  public static Digests begin(Supplier<List<Provenance.Input>> files) {
    Digests digests = new Digests();
    Thread thread = new Thread(() -> digests.compute(files), "falcon-digest");
    thread.setDaemon(true);
    thread.start();
    return digests;
  }

  private void compute(Supplier<List<Provenance.Input>> files) {
    try {
      inputs.complete(files.get());
    } catch (RuntimeException | Error e) {
      inputs.completeExceptionally(e);
    }
  }

  /** Waits for the digests and returns them. */
  public List<Provenance.Input> await() {
    return Futures.join(inputs);
  }
}
