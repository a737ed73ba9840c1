// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.Vectors;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.encoder.ImageEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.export.graph.Blip2Form;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of a BLIP-2 of random weights, whose images have three vectors. */
class Blip2FolderTest {
  private static final List<String> WORDS =
      List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "red", "ring", "[DEC]");
  private static final EncoderShape ENCODER = new EncoderShape(8, 2, 2, 16, 1e-6f);
  private static final Blip2Shape SHAPE =
      new Blip2Shape(8, 4, ENCODER, ENCODER, 3, WORDS.size(), 9, 4);

  @TempDir private Path temporary;
  private ModelFolder model;

  @BeforeEach
  void write() {
    Map<String, Tensor> weights = new HashMap<>();
    RandomStream random = RandomStream.of(1, "weights");
    new Blip2Network(SHAPE)
        .declare(
            (name, first, shape) -> {
              float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
              for (int i = 0; i < values.length; i++) {
                values[i] = (float) random.nextGaussian() * 0.5f;
              }
              weights.put(name, Tensor.float32(values, shape));
            });
    Path folder = temporary.resolve("model");
    try (ModelFolderWriter writer = ModelFolderWriter.create(folder, false)) {
      writer.write(
          new TrainedModel(
              new Blip2Form(SHAPE),
              NamedWeights.of(weights),
              Optional.empty(),
              new TrainedModel.Pixels(
                  List.of(0.5f, 0.5f, 0.5f), List.of(0.1f, 0.2f, 0.3f), ResampleFilter.BICUBIC),
              new TrainedModel.Text(
                  TextCleaning.BLIP2, new Tokenizer.WordLevel(WORDS, Tokenizer.Special.BLIP2), 9),
              new Provenance("1", "abc", "test", 5, Map.of(), List.of())));
      writer.commit();
    }
    model = ModelFolder.open(folder);
  }

  @Test
  void imagesHaveSeveralUnitVectors() {
    try (ImageEncoder encoder = model.openImageEncoder(Sessions.onCpu())) {
      assertThat(encoder.perImage()).isEqualTo(3);
      assertThat(encoder.dimension()).isEqualTo(4);
      FloatBuffer pixels = encoder.newBatch(2);
      for (int i = 0; i < pixels.capacity(); i++) {
        pixels.put(i, (float) Math.sin(i));
      }
      float[] vectors = encoder.encodeNormalised(pixels, 2);
      assertThat(vectors).hasSize(2 * 3 * 4);
      for (int from = 0; from < vectors.length; from += 4) {
        assertThat(Vectors.squaredNorm(vectors, from, 4)).isCloseTo(1, within(1e-5));
      }
    }
    assertThat(model.addsSimilarity()).isTrue();
  }

  @Test
  void captionsEndWithATokenAndPaddingIsNotLookedAt() {
    try (TextEncoder encoder = model.openTextEncoder(Sessions.onCpu())) {
      assertThat(encoder.pipeline().encode(List.of("a red ring")).ids())
          .containsExactly(2, 5, 6, 7, 3);
      float[] alone = encoder.encodeNormalised(List.of("ring"));
      float[] beside = encoder.encodeNormalised(List.of("ring", "a red red ring"));
      assertThat(Arrays.copyOf(beside, 4)).containsExactly(alone, within(1e-6f));
    }
  }

  @Test
  void aPairIsJudgedAloneAsBesideOthers() {
    try (MatchScorer matcher = model.openMatchScorer(Sessions.onCpu())) {
      FloatBuffer pixels = matcher.newBatch(2);
      for (int i = 0; i < pixels.capacity(); i++) {
        pixels.put(i, (float) Math.cos(i));
      }
      List<EncodedImage> images = matcher.encodeImages(pixels, 2);
      List<EncodedCaption> captions = matcher.encodeCaptions(List.of("ring", "a red red ring"));
      float[] all =
          matcher.matchLogits(images, new int[] {0, 0, 1, 1}, captions, new int[] {0, 1, 0, 1});
      float[] one = matcher.matchLogits(images, new int[] {1}, captions, new int[] {0});
      assertThat(one[0]).isCloseTo(all[2], within(1e-5f));
      assertThat(all[0]).isNotEqualTo(all[2]);
    }
  }

  /** What the store has of an image are the vectors that its encoder gives. */
  @Test
  void aStoreHasAllVectorsOfAnImage() {
    SampleSource source = SampleSources.open("scenes:test,count=7");
    Path out = temporary.resolve("store");
    Embedder.embed(EmbedRequest.of(source, model, out), Sessions.onCpu(), Progress.NONE);
    EmbeddingStore store = EmbeddingStore.open(out);
    assertThat(store.perImage()).isEqualTo(3);
    assertThat(store.dimension()).isEqualTo(4);
    float[] image = new float[store.imageLength()];
    float[] text = new float[store.dimension()];
    store.readRange(0, 1, image, text);
    for (int from = 0; from < image.length; from += 4) {
      assertThat(Vectors.isUnit(Vectors.squaredNorm(image, from, 4))).isTrue();
    }
    assertThat(Arrays.copyOf(image, 4)).isNotEqualTo(Arrays.copyOfRange(image, 4, 8));
    assertThat(Vectors.highestCosine(image, text)).isBetween(-1f, 1f);
  }
}
