// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.Shard;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pictures on both sides, through a model whose vector of a picture is its mean colour. */
class ImagePairEmbeddingTest {
  private static final int RED = 0xff0000;
  private static final int GREEN = 0x00ff00;
  private static final int BLUE = 0x0000ff;

  @TempDir private Path folder;
  private Path out;

  @BeforeEach
  void makeModel() {
    new TinyModel(folder.resolve("model")).vision("vision_model.onnx", "image_embeds");
    out = folder.resolve("out");
  }

  private static Sample pair(String key, int left, int right) {
    return Sample.of(key, TinyDataset.picture(left), List.of())
        .withPositiveImage(Optional.of(TinyDataset.picture(right)));
  }

  private static Sample broken(String key, boolean first) {
    byte[] bytes = {1, 2, 3};
    Sample whole = pair(key, RED, GREEN);
    return first
        ? Sample.of(key, bytes, List.of()).withPositiveImage(whole.positiveImage())
        : whole.withPositiveImage(Optional.of(bytes));
  }

  /** Pictures that come again on either side, broken ones on either, and a sample of one alone. */
  private static TinyDataset pairs() {
    return new TinyDataset()
        .shard(
            pair("a", RED, GREEN),
            pair("b", GREEN, RED),
            broken("c", true),
            broken("d", false),
            pair("e", BLUE, 0xffff00),
            TinyDataset.sample("f", RED))
        .shard(pair("g", 0xffff00, BLUE), pair("h", RED, RED), TinyDataset.sample("i", RED, "red"));
  }

  private EmbedRequest request(TinyDataset data) {
    return EmbedRequest.of(data, ModelFolder.open(folder.resolve("model")), out)
        .withPipeline(PipelineSettings.ofBatchSize(4).withWorkers(2))
        .withSamplesPerShard(2);
  }

  private EmbedResult embed(EmbedRequest request) {
    return Embedder.embed(request, Sessions.onCpu(), Progress.NONE);
  }

  private void requireRows(EmbeddingStore store) {
    assertThat(store.rows()).isEqualTo(5);
    assertThat(List.of(store.key(0), store.key(1), store.key(2), store.key(3), store.key(4)))
        .containsExactly("a", "b", "e", "g", "h");
    assertThat(store.hasImagePairs()).isTrue();
    assertThat(store.hasCaptions()).isFalse();
    assertThat(store.hasAnchors()).isFalse();
    float[] left = new float[5 * 3];
    float[] right = new float[5 * 3];
    store.readRange(0, 5, left, right);
    float half = (float) Math.sqrt(0.5);
    assertThat(left)
        .containsExactly(
            new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1, half, half, 0, 1, 0, 0}, offset(1e-6f));
    assertThat(right)
        .containsExactly(
            new float[] {0, 1, 0, 1, 0, 0, half, half, 0, 0, 0, 1, 1, 0, 0}, offset(1e-6f));
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void eitherSideIsEncodedByTheImageEncoder(StoreLayout layout) {
    EmbedResult result = embed(request(pairs()).withStore(layout, VectorType.FLOAT32));
    EmbeddingStore store = EmbeddingStore.open(out);
    requireRows(store);
    assertThat(store.manifest().orElseThrow().version()).isEqualTo(3);
    assertThat(store.manifest().orElseThrow().sides()).isEqualTo(Side.IMAGES);
    assertThat(result.truncated()).isZero();
    assertThat(result.images())
        .as("red, green, blue and yellow, and the bytes that are no picture, once each")
        .isEqualTo(5);
    assertThat(Rejects.read(out.resolve(Rejects.FILE_NAME)))
        .extracting(Reject::key)
        .containsExactly("c", "d", "f", "i");
    assertThat(Rejects.read(out.resolve(Rejects.FILE_NAME)))
        .extracting(Reject::reason)
        .anyMatch(reason -> reason.startsWith("positive image: "))
        .contains("the sample has no second image, and the first sample has");
  }

  @Test
  void anInterruptedRunResumes() throws IOException {
    embed(request(pairs()));
    for (int samples : new int[] {1, 3, 5, 7}) {
      EmbedRequest killed =
          request(pairs()).of(pairs(), folder.resolve("killed-" + samples)).withOverwrite(false);
      Killed.after(killed, samples);
      assertThat(embed(killed).resumedSamples()).isEqualTo(samples - samples % 2);
      assertThat(Killed.files(killed.output())).isEqualTo(Killed.files(out));
    }
  }

  @Test
  void tasksMakeTheSameRows() {
    for (int task = 0; task < 2; task++) {
      EmbedParts.embed(request(pairs()), new Shard(task, 2), Sessions.onCpu(), Progress.NONE);
    }
    EmbedParts.merge(out, Progress.NONE);
    requireRows(EmbeddingStore.open(out));
  }

  @Test
  void theTextEncoderOfADualEncoderIsNotNeeded() {
    new TinyModel(folder.resolve("model"))
        .vision("vision_model.onnx", "image_embeds")
        .text("text_model.onnx", "text_embeds", TestGraph.INT64);
    embed(request(pairs()));
    requireRows(EmbeddingStore.open(out));
  }

  @Test
  void aSentenceEncoderIsRefused() {
    Path sentences = folder.resolve("sentences");
    new TinyModel(sentences).text("model.onnx", "text_embeds", TestGraph.INT64);
    EmbedRequest request = EmbedRequest.of(pairs(), ModelFolder.open(sentences), out);
    assertThatThrownBy(() -> embed(request))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("model.onnx")
        .message()
        .hasLineCount(1);
  }

  @Test
  void aDatasetOfCaptionsRemainsOne() {
    new TinyModel(folder.resolve("model"))
        .vision("vision_model.onnx", "image_embeds")
        .text("text_model.onnx", "text_embeds", TestGraph.INT64);
    embed(request(new TinyDataset().shard(TinyDataset.sample("a", RED, "red"), pair("b", 1, 2))));
    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(store.hasImagePairs()).isFalse();
    assertThat(store.manifest().orElseThrow().version()).isEqualTo(1);
    assertThat(Rejects.read(out.resolve(Rejects.FILE_NAME)))
        .extracting(Reject::reason)
        .containsExactly("the sample has no caption");
  }
}
