package dev.falcon.onnx.embed;

import dev.falcon.data.Provenance;
import dev.falcon.data.SampleSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The digests of the data's files, which a thread of their own computes beside the first unit. */
final class DataDigests {
  private final CompletableFuture<List<Provenance.Input>> inputs = new CompletableFuture<>();

  private DataDigests() {}

  /** Begins to read the data. */
  static DataDigests begin(SampleSource source) {
    DataDigests digests = new DataDigests();
    Thread thread = new Thread(() -> digests.compute(source), "falcon-digest");
    thread.setDaemon(true);
    thread.start();
    return digests;
  }

  private void compute(SampleSource source) {
    try {
      inputs.complete(source.inputs());
    } catch (RuntimeException | Error e) {
      inputs.completeExceptionally(e);
    }
  }

  /** Waits for the digests. */
  List<Provenance.Input> await() {
    try {
      return inputs.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
