// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Counts how many samples are read and not yet written, beside a writer that is slow at first. */
final class ReadAhead extends ForwardingSource {
  private static final int SLOW_SAMPLES = 200;
  private static final long SLOW_NANOSECONDS = 2_000_000;

  private final AtomicInteger read = new AtomicInteger();
  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  ReadAhead(SampleSource source) {
    super(source);
  }

  int most() {
    return most.get();
  }

  Progress slowProgress() {
    return (name, total, unit) ->
        new Progress.Task(
            amount -> {
              if (written.addAndGet((int) amount) < SLOW_SAMPLES) {
                LockSupport.parkNanos(SLOW_NANOSECONDS);
              }
            },
            () -> {});
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    SampleReader reader = super.open(shard, rejects);
    return new SampleReader() {
      @Override
      public boolean hasNext() {
        return reader.hasNext();
      }

      @Override
      public Sample next() {
        int ahead = read.incrementAndGet() - written.get();
        most.accumulateAndGet(ahead, Math::max);
        return reader.next();
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }
}
