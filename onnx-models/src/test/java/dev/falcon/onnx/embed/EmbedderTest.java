// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static dev.falcon.onnx.embed.TinyDataset.numbered;
import static dev.falcon.onnx.embed.TinyDataset.picture;
import static dev.falcon.onnx.embed.TinyDataset.sample;
import static dev.falcon.onnx.embed.TinyDataset.sampleOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.Rejects;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.embed.EmbedRequest.CaptionMode;
import dev.falcon.onnx.embed.EmbedRequest.RejectPolicy;
import dev.falcon.onnx.embed.internal.UnitJournal;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.embed.pipeline.Stage;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EmbedderTest {
  private static final int RED = 0xff0000;
  private static final int GREEN = 0x00ff00;
  private static final int BLUE = 0x0000ff;

  @TempDir private Path folder;
  private ModelFolder model;
  private Path out;

  @BeforeEach
  void makeModel() {
    model = ModelFolder.open(tinyModel(folder.resolve("model")));
    out = folder.resolve("out");
  }

  /** A picture's vector is its mean colour, a caption's the sum of its words' rows. */
  static Path tinyModel(Path path) {
    return new TinyModel(path)
        .vision("vision_model.onnx", "image_embeds")
        .text("text_model.onnx", "text_embeds", TestGraph.INT64)
        .folder();
  }

  private EmbedRequest request(SampleSource source) {
    return EmbedRequest.of(source, model, out)
        .withPipeline(PipelineSettings.ofBatchSize(4).withWorkers(3))
        .withSamplesPerShard(10);
  }

  private static EmbedResult embed(EmbedRequest request) {
    return Embedder.embed(request, Sessions.onCpu(), Progress.NONE);
  }

  @Test
  void makesOneRowOfEverySampleInTheirOrder() {
    EmbedResult result = embed(request(numbered(37, 8)));

    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(keys(store)).isEqualTo(IntStream.range(0, 37).mapToObj(i -> "s" + i).toList());
    assertThat(StoreCheck.run(store, Progress.NONE).rejects()).isEmpty();
    for (int i = 0; i < 37; i++) {
      int colour = (0x010203 + i * 0x030501) & 0xffffff;
      assertThat(image(store, i))
          .containsExactly(unit(colour >> 16, colour >> 8 & 255, colour & 255), offset(1e-6f));
    }
    assertThat(text(store, 1)).containsExactly(unit(1, 1, 0), offset(1e-6f)); // green red
    assertThat(text(store, 3)).containsExactly(unit(4, 4, 0), offset(1e-6f)); // mixed red
    assertThat(store.caption(3)).hasValue("mixed red");
    assertThat(store.imageId(3)).hasValue("s3");
    assertThat(result.rows()).isEqualTo(37);
    assertThat(result.images()).isEqualTo(37);
    assertThat(result.rejects()).isZero();
    assertThat(result.stageSeconds()).containsOnlyKeys(Stage.values());
    assertThat(out.resolve(Rejects.FILE_NAME)).doesNotExist();
    assertThat(out.resolve(UnitJournal.FOLDER)).doesNotExist();
  }

  @Test
  void namesModelAndDataWithTheirDigests() {
    SampleSource source = numbered(5, 5);
    embed(request(source).withDataOptions(Map.of("split", "val")));

    assertThat(EmbeddingStore.open(out).manifest().orElseThrow().provenance().inputs())
        .containsAll(Provenance.Input.as(InputRole.MODEL, model.inputs()))
        .containsAll(Provenance.Input.as(InputRole.DATA, source.inputs()));
    assertThat(EmbeddingStore.open(out).manifest().orElseThrow().provenance().options())
        .containsEntry("split", "val")
        .containsEntry("batch-size", 4);
  }

  @Test
  void givesEveryCaptionARowOfItsOwn() {
    embed(
        request(
            new TinyDataset().shard(sample("a", RED, "red", "green"), sample("b", RED, "blue"))));

    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(keys(store)).containsExactly("a#0", "a#1", "b");
    assertThat(List.of(store.imageId(0), store.imageId(1), store.imageId(2)))
        .containsExactly(Optional.of("a"), Optional.of("a"), Optional.of("b"));
    assertThat(text(store, 1)).containsExactly(0, 1, 0);
  }

  @Test
  void takesTheFirstCaptionAlone() {
    embed(
        request(new TinyDataset().shard(sample("a", RED, "green", "red", "red")))
            .withCaptions(CaptionMode.FIRST));

    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(keys(store)).containsExactly("a");
    assertThat(text(store, 0)).containsExactly(0, 1, 0);
  }

  @Test
  void averagesUnitVectorsOfCaptions() {
    embed(
        request(new TinyDataset().shard(sample("a", RED, "green", "red red red", "mixed")))
            .withCaptions(CaptionMode.MEAN));

    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(keys(store)).containsExactly("a");
    // (0, 1, 0) + (1, 0, 0) + (0.6, 0.8, 0), however long the model's vectors are.
    assertThat(text(store, 0)).containsExactly(unit(1.6, 1.8, 0), offset(1e-6f));
    assertThat(store.caption(0)).hasValue("green");
  }

  @Test
  void encodesAnImageOnceThatSeveralSamplesShow() {
    EmbedResult result =
        embed(
            request(
                new TinyDataset()
                    .shard(
                        sampleOf("a", "1", RED, "red"),
                        sampleOf("b", "2", GREEN, "green"),
                        sampleOf("c", "1", RED, "blue"))));

    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(result.images()).isEqualTo(2);
    assertThat(result.rows()).isEqualTo(3);
    assertThat(image(store, 2)).containsExactly(1, 0, 0);
    assertThat(store.imageId(2)).hasValue("1");
  }

  @Test
  void listsEveryKindOfBrokenRowAndContinues() {
    byte[] cut = Arrays.copyOf(picture(RED), 40);
    EmbedResult result =
        embed(
            request(
                new TinyDataset()
                    .shard(
                        sample("good", RED, "red"),
                        Sample.of("cut", cut, List.of("red")),
                        Sample.of("empty-file", new byte[0], List.of("red")),
                        new Sample(
                            "no-image",
                            Optional.empty(),
                            List.of("red"),
                            Optional.empty(),
                            OptionalInt.empty(),
                            new TreeMap<>(),
                            Map.of()),
                        sample("no-caption", RED),
                        sample("blank", RED, "red", " ", "blue"))
                    .unreadable("row 7", "is not UTF-8")
                    .shard(
                        sample("good", BLUE, "blue"),
                        sample("black", 0x000000, "red", "green"),
                        sample("wordless", BLUE, "unheard"),
                        sample("unseen", BLUE, "\u200b\u00a0"),
                        sample("good too", BLUE, "blue"))));

    assertThat(keys(EmbeddingStore.open(out)))
        .containsExactly("good", "blank#0", "blank#2", "good too");
    assertThat(result.rejects()).isEqualTo(10);
    List<Reject> rejects = rejects();
    assertThat(rejects)
        .extracting(Reject::key)
        .containsExactly(
            "cut",
            "empty-file",
            "no-image",
            "no-caption",
            "blank#1",
            "row 7",
            "good",
            "black",
            "wordless",
            "unseen");
    assertThat(rejects).extracting(Reject::source).contains("shard-0", "shard-1");
    assertThat(rejects.get(2).reason()).isEqualTo("the sample has no image");
    assertThat(rejects.get(3).reason()).isEqualTo("the sample has no caption");
    assertThat(rejects.get(4).reason()).isEqualTo("the caption is empty");
    assertThat(rejects.get(5).reason()).isEqualTo("is not UTF-8");
    assertThat(rejects.get(6).reason()).isEqualTo("an earlier sample has the same key");
    assertThat(rejects.get(7).reason()).contains("without direction");
    assertThat(rejects.get(9).reason()).isEqualTo("the caption is empty");
  }

  @Test
  void stopsAtTheFirstBrokenRowWhereTheRequestSaysSo() {
    SampleSource source =
        new TinyDataset().shard(sample("a", RED, "red"), sample("b", RED), sample("c", RED, "red"));

    assertThatThrownBy(() -> embed(request(source).withRejects(RejectPolicy.FAIL)))
        .isInstanceOf(FalconException.class)
        .hasMessage("shard-0: sample 'b': the sample has no caption");
    assertThat(out.resolve("store.json")).doesNotExist();
  }

  @Test
  void failsWhereNoRowCanBeUsed() {
    assertThatThrownBy(() -> embed(request(new TinyDataset().shard(sample("a", RED)))))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("tiny: has no sample that can be embedded")
        .hasMessageContaining(Rejects.FILE_NAME);
    assertThat(rejects()).hasSize(1);
  }

  @Test
  void keepsHalfPrecisionInClipRetrievalsLayout() {
    embed(request(numbered(25, 7)).withStore(StoreLayout.CLIP_RETRIEVAL, VectorType.FLOAT16));

    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(store.layout()).isEqualTo(StoreLayout.CLIP_RETRIEVAL);
    assertThat(store.vectorType()).isEqualTo(VectorType.FLOAT16);
    assertThat(store.rows()).isEqualTo(25);
    assertThat(image(store, 0)).containsExactly(unit(1, 2, 3), offset(1e-3f));
  }

  @Test
  void doesNotReplaceAStoreUnasked() {
    embed(request(numbered(5, 5)));

    assertThatThrownBy(() -> embed(request(numbered(6, 6)))).hasMessageContaining("overwrite");
    embed(request(numbered(6, 6)).withOverwrite(true));
    assertThat(EmbeddingStore.open(out).rows()).isEqualTo(6);
  }

  @Test
  void reportsTheFailureThatStoppedTheReading() {
    TinyDataset source = numbered(9, 3);
    SampleSource broken =
        new ForwardingSource(source) {
          @Override
          public String shardName(int shard) {
            if (shard == 2) {
              throw new FalconException("shard-2: is gone");
            }
            return super.shardName(shard);
          }
        };

    assertThatThrownBy(() -> embed(request(broken)))
        .isInstanceOf(FalconException.class)
        .hasMessage("shard-2: is gone");
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void embedsAnImageWithMoreRowsThanTheQueueHolds() {
    List<String> captions = new ArrayList<>(Collections.nCopies(3000, "red"));
    EmbedResult result =
        embed(request(new MemorySource("one", List.of(Sample.of("a", picture(RED), captions)))));

    assertThat(result.rows()).isEqualTo(3000);
    assertThat(result.images()).isEqualTo(1);
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void embedsAnUnfilledBatchBeforeBrokenSamples() {
    List<Sample> samples = new ArrayList<>(List.of(sample("a", RED, "red")));
    for (int i = 0; i < 2000; i++) {
      samples.add(
          new Sample(
              "broken " + i,
              Optional.empty(),
              List.of(),
              Optional.empty(),
              OptionalInt.empty(),
              new TreeMap<>(),
              Map.of()));
    }
    EmbedResult result =
        embed(request(new MemorySource("many", samples)).withSamplesPerShard(10_000));

    assertThat(result.rows()).isEqualTo(1);
    assertThat(result.rejects()).isEqualTo(2000);
  }

  @Test
  void readsNoFurtherAheadThanItsQueueHolds() {
    ReadAhead ahead = new ReadAhead(numbered(1500, 1500));
    Embedder.embed(
        request(ahead).withSamplesPerShard(10_000), Sessions.onCpu(), ahead.slowProgress());

    // 32 batches of 4 events, two events a sample, and the samples of the batches under way.
    assertThat(ahead.most()).isBetween(32, 32 * 4 / 2 + 3 * 4);
  }

  private List<Reject> rejects() {
    return Rejects.read(out.resolve(Rejects.FILE_NAME));
  }

  private static List<String> keys(EmbeddingStore store) {
    return IntStream.range(0, (int) store.rows()).mapToObj(store::key).toList();
  }

  private static float[] image(EmbeddingStore store, long row) {
    float[] image = new float[3];
    store.readRange(row, row + 1, image, new float[3]);
    return image;
  }

  private static float[] text(EmbeddingStore store, long row) {
    float[] text = new float[3];
    store.readRange(row, row + 1, new float[3], text);
    return text;
  }

  private static float[] unit(double... values) {
    double squares = 0;
    for (double value : values) {
      squares += value * value;
    }
    float[] unit = new float[values.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (values[i] / Math.sqrt(squares));
    }
    return unit;
  }
}
