// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static dev.falcon.onnx.embed.TinyDataset.numbered;
import static dev.falcon.onnx.embed.TinyDataset.sample;
import static dev.falcon.onnx.embed.TinyDataset.sampleOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.work.Shard;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Runs that end before their store does. */
class RefusedRunsTest extends UnitsOfFive {
  private static final int RED = 0xff0000;

  @Test
  void aBatchFitsIntoABuffer() {
    EmbedRequest request =
        request(numbered(1, 1), "out").withPipeline(PipelineSettings.ofBatchSize(1 << 28));
    assertThatThrownBy(() -> embed(request))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "a batch of 268435456 images takes 12884901888 bytes; at most 2^31 - 1 are possible");
  }

  @Test
  void resumesAnInterruptedRun() {
    EmbedRequest request = request(numbered(20, 4), "out");
    Progress interrupting =
        (name, total, unit) ->
            new Progress.Task(amount -> Thread.currentThread().interrupt(), () -> {});
    try {
      assertThatThrownBy(() -> Embedder.embed(request, Sessions.onCpu(), interrupting))
          .isInstanceOf(CancellationException.class)
          .hasMessage("the run was interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(embed(request).rows()).isEqualTo(20);
  }

  /** Of more samples than may wait for the writer, and of which none is encoded. */
  @Test
  void whereWritingEndsReadingDoes() {
    int[] open = {0};
    Sample[] samples = new Sample[400];
    Arrays.setAll(samples, i -> sample("s" + i, RED));
    SampleSource source =
        new ForwardingSource(new TinyDataset().shard(samples)) {
          @Override
          public SampleReader open(int shard, Consumer<Reject> rejects) {
            SampleReader reader = super.open(shard, rejects);
            open[0]++;
            return new SampleReader() {
              @Override
              public boolean hasNext() {
                return reader.hasNext();
              }

              @Override
              public Sample next() {
                return reader.next();
              }

              @Override
              public void close() {
                open[0]--;
              }
            };
          }
        };
    Killed.after(request(source, "out"), 1);

    assertThat(open[0]).isZero();
  }

  @Test
  void refusesToResumeWithFewerData() {
    Killed.after(request(numbered(20, 4), "out"), 8);
    SampleSource shrunk =
        new ForwardingSource(numbered(20, 4)) {
          @Override
          public SampleReader open(int shard, Consumer<Reject> rejects) {
            return new MemorySource("empty", List.of()).open(0, rejects);
          }
        };
    assertThatThrownBy(() -> embed(request(shrunk, "out")))
        .isInstanceOf(FalconException.class)
        .hasMessage("shard-1: has 0 samples; 1 were read before");
  }

  @Test
  void anErrorOfReadingEndsTheRun() {
    SampleSource large =
        new ForwardingSource(numbered(4, 4)) {
          @Override
          public SampleReader open(int shard, Consumer<Reject> rejects) {
            throw new OutOfMemoryError("of a sample");
          }
        };
    assertThatThrownBy(() -> embed(request(large, "out")))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("of a sample");
  }

  @Test
  void partsWithoutARowAreNoStore() {
    EmbedRequest request = request(new TinyDataset().shard(sample("a", RED, "")), "out");
    EmbedParts.embed(request, new Shard(0, 1), Sessions.onCpu(), Progress.NONE);
    assertThatThrownBy(() -> EmbedParts.merge(request.output(), Progress.NONE))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            request.output()
                + ": no sample of any part can be embedded; 1 of 1 rejected: the caption is empty; "
                + request.output().resolve("rejects.parquet")
                + " lists all");
  }

  @Test
  void aMergeNamesTheFileThatItCannotHave() throws IOException {
    TinyDataset dataset = new TinyDataset().shard(sampleOf("a", "i", RED, "red"));
    EmbedRequest request = request(dataset.shard(sampleOf("b", "i", RED, "red")), "out");
    EmbedParts.embed(request, new Shard(0, 1), Sessions.onCpu(), Progress.NONE);
    Path places = request.output().resolve("parts/merge/images.places");
    Files.createDirectories(places);
    assertThatThrownBy(() -> EmbedParts.merge(request.output(), Progress.NONE))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(places + ": cannot be made: ");

    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), () -> "skipped: there is no " + full + " here");
    Files.delete(places);
    Files.createSymbolicLink(places, full);
    assertThatThrownBy(() -> EmbedParts.merge(request.output(), Progress.NONE))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(places + ": cannot be written: ");

    Files.delete(places);
    EmbedParts.merge(request.output(), Progress.NONE);
    assertThat(EmbeddingStore.open(request.output()).rows()).isEqualTo(2);
  }
}
