// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static dev.falcon.onnx.embed.TinyDataset.numbered;
import static dev.falcon.onnx.embed.TinyDataset.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EmbedderResumeTest extends UnitsOfFive {
  private static final int RED = 0xff0000;

  /** Good samples, broken ones of many kinds, a unit without any row, and a repeated key. */
  private static SampleSource difficult() {
    TinyDataset dataset = numbered(12, 4);
    dataset.shard(sample("x0", RED), sample("x1", RED), sample("x2", RED), sample("x3", RED));
    dataset.unreadable("row 5", "is cut");
    dataset.shard(sample("x4", RED), sample("x5", RED), sample("x6", RED), sample("x7", RED));
    dataset.shard(
        sample("s3", RED, "red"),
        sample("y1", RED, "red", "", "blue"),
        Sample.of("y2", new byte[] {1, 2, 3}, List.of("red", "blue")),
        sample("y3", RED, "unheard"),
        sample("x0", RED, "red"),
        sample("y5", RED, "green"));
    return dataset.unreadable("row 7", "is cut");
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void givesTheSameBytesWhereverItIsKilled(StoreLayout layout) throws IOException {
    embed(request(difficult(), "whole").withStore(layout, VectorType.FLOAT32));
    Map<String, String> whole = Killed.files(folder.resolve("whole"));
    for (int samples : new int[] {0, 4, 5, 6, 12, 16, 20, 25}) {
      EmbedRequest request =
          request(difficult(), "killed-" + samples).withStore(layout, VectorType.FLOAT32);
      Killed.after(request, samples);
      EmbedResult result = embed(request);

      assertThat(Killed.files(request.output())).as("killed after " + samples).isEqualTo(whole);
      assertThat(result.resumedSamples()).isEqualTo(samples - samples % 5);
      assertThat(result.samples()).isEqualTo(26);
    }
  }

  @Test
  void resumesAfterSeveralKills() throws IOException {
    embed(request(difficult(), "whole"));
    EmbedRequest request = request(difficult(), "killed");
    for (int samples : new int[] {7, 1, 6, 8, 10}) {
      Killed.after(request, samples);
    }
    embed(request);

    assertThat(Killed.files(request.output())).isEqualTo(Killed.files(folder.resolve("whole")));
  }

  @Test
  void givesTheSameBytesWithAnyNumberOfWorkers() throws IOException {
    embed(request(difficult(), "few").withPipeline(new PipelineSettings(3, 1, 1)));
    embed(request(difficult(), "many").withPipeline(new PipelineSettings(3, 7, 1 << 20)));

    assertThat(Killed.files(folder.resolve("few"))).isEqualTo(Killed.files(folder.resolve("many")));
  }

  @Test
  void doesNotResumeWithOtherData() {
    Killed.after(request(numbered(20, 4), "out"), 8);
    EmbedRequest other = request(numbered(21, 4), "out");

    assertThatThrownBy(() -> embed(other))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("begun with other data")
        .hasMessageContaining("overwrite");
    embed(other.withOverwrite(true));
    assertThat(EmbeddingStore.open(other.output()).rows()).isEqualTo(21);
  }

  @Test
  void doesNotResumeWithAnotherModel() {
    Killed.after(request(numbered(20, 4), "out"), 8);
    new TinyModel(folder.resolve("model"))
        .vision("vision_model.onnx", "pooler_output")
        .text("text_model.onnx", "text_embeds", TestGraph.INT64);
    EmbedRequest other = request(numbered(20, 4), "out");

    assertThatThrownBy(() -> embed(other))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("another request")
        .hasMessageContaining("overwrite");
    embed(other.withOverwrite(true));
    assertThat(EmbeddingStore.open(other.output()).rows()).isEqualTo(20);
  }

  @Test
  void doesNotResumeWithOtherBatches() {
    Killed.after(request(numbered(20, 4), "out"), 8);

    assertThatThrownBy(
            () ->
                embed(
                    request(numbered(20, 4), "out").withPipeline(PipelineSettings.ofBatchSize(4))))
        .hasMessageContaining("another request");
  }

  @Test
  void doesNotResumeWithoutTheRecordOfAShard() throws IOException {
    EmbedRequest request = request(numbered(20, 4), "out");
    Killed.after(request, 8);
    Path journal = request.output().resolve("unfinished");
    Files.delete(journal.resolve("unit-00000.json"));

    assertThatThrownBy(() -> embed(request))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            journal
                + ": 1 of the store's 1 shards have no record here, so the run cannot resume;"
                + " remove the store's folder to start again");
  }

  @ParameterizedTest
  @CsvSource({
    "request.json, : is in the place of a run's own folder",
    "images.vectors, images.vectors: cannot be made: ",
    "unit-00001.keys.partial, unit-00001.keys: cannot be written: ",
  })
  void namesTheFileOfItsJournalInWhosePlaceAFolderLies(String name, String message)
      throws IOException {
    EmbedRequest request = request(numbered(20, 4), "out");
    Killed.after(request, 8);
    Path journal = request.output().resolve("unfinished");
    Files.deleteIfExists(journal.resolve(name));
    Files.createDirectory(journal.resolve(name));

    assertThatThrownBy(() -> embed(request))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(journal.toString())
        .hasMessageContaining(message);
  }
}
