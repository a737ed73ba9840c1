// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts on both sides, through a model that adds up rows of words: red, green, blue. */
class TextPairEmbeddingTest {
  @TempDir private Path folder;
  private Path out;

  @BeforeEach
  void makeModel() {
    new TinyModel(folder.resolve("model"))
        .text("model.onnx", "text_embeds", TestGraph.INT64)
        .config("falcon.json", "{\"prompts\": {\"query\": \"red \"}}");
    out = folder.resolve("out");
  }

  private static Sample pair(String key, String anchor, String... positives) {
    TreeMap<String, String> metadata = new TreeMap<>();
    if (anchor != null) {
      metadata.put(Sample.ANCHOR, anchor);
    }
    return new Sample(
        key,
        Optional.empty(),
        List.of(positives),
        Optional.of("group"),
        OptionalInt.empty(),
        metadata,
        Map.of());
  }

  private EmbedRequest request(TinyDataset data) {
    return EmbedRequest.of(data, ModelFolder.open(folder.resolve("model")), out)
        .withPipeline(PipelineSettings.ofBatchSize(4).withWorkers(2))
        .withSamplesPerShard(2);
  }

  private static TinyDataset pairs() {
    return new TinyDataset()
        .shard(
            pair("a", "green", "blue", "red"), pair("b", "blue", "green"), pair("c", "green", ""))
        .shard(pair("d", null, "blue"), pair("e", "green", "mixed"));
  }

  private void requireRows(EmbeddingStore store) {
    assertThat(store.rows()).isEqualTo(5);
    assertThat(List.of(store.key(0), store.key(1), store.key(2), store.key(3), store.key(4)))
        .containsExactly("a#0", "a#1", "b", "d", "e");
    assertThat(store.anchor(1)).contains("green");
    assertThat(store.caption(1)).contains("red");
    assertThat(store.anchor(3)).as("a text without an anchor is its own").contains("blue");
    float[] left = new float[5 * 3];
    float[] right = new float[5 * 3];
    store.readRange(0, 5, left, right);
    float half = (float) Math.sqrt(0.5);
    assertThat(left)
        .as("the query's prompt is red")
        .containsExactly(half, half, 0, half, half, 0, half, 0, half, half, 0, half, half, half, 0);
    assertThat(right).containsExactly(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.6f, 0.8f, 0);
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void eitherSideIsEncodedWithItsPrompt(StoreLayout layout) {
    EmbedResult result =
        Embedder.embed(
            request(pairs()).withStore(layout, VectorType.FLOAT32),
            Sessions.onCpu(),
            Progress.NONE);
    EmbeddingStore store = EmbeddingStore.open(out);
    requireRows(store);
    assertThat(store.manifest().orElseThrow().version()).isEqualTo(3);
    assertThat(store.manifest().orElseThrow().sides()).isEqualTo(Side.TEXTS);
    assertThat(store.manifest().orElseThrow().provenance().options())
        .containsEntry("query-prompt", "red ")
        .doesNotContainKey("corpus-prompt");
    assertThat(result.truncated()).isZero();
    assertThat(result.images()).as("an anchor that comes again is encoded once").isEqualTo(2);
    assertThat(Rejects.read(out.resolve(Rejects.FILE_NAME)))
        .extracting(Reject::reason)
        .containsExactly("the caption is empty");
  }

  @Test
  void textsOfEitherSideThatAreTooLongAreCounted() {
    String five = "red green blue red green";
    TinyDataset data =
        new TinyDataset().shard(pair("a", five, "blue"), pair("b", "blue", five, "red"));
    EmbedResult result = Embedder.embed(request(data), Sessions.onCpu(), Progress.NONE);
    assertThat(result.rows()).isEqualTo(3);
    assertThat(result.truncated()).as("of four tokens at most").isEqualTo(2);
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
  void picturesBesideCaptionsAreNamedAsLeftOut() {
    Sample pictured = Sample.of("a", TinyDataset.picture(0xff0000), List.of("red"));
    List<String> notes = new ArrayList<>();
    Progress progress =
        new Progress() {
          @Override
          public Task begin(String name, long total, String unit) {
            return Progress.NONE.begin(name, total, unit);
          }

          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    TinyDataset data = new TinyDataset().shard(pictured);
    EmbedResult result = Embedder.embed(request(data), Sessions.onCpu(), progress);
    assertThat(result.rows()).isEqualTo(1);
    assertThat(notes)
        .containsExactly(
            data.name()
                + ": holds pictures, but the model has only an encoder of texts; the captions are"
                + " embedded, and the pictures are not");
  }
}
