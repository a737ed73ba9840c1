// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Resize;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TokenBatch;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exported model opened as any other folder, against the oracle. */
class ExportedModelTest {
  private static final List<String> CAPTIONS = List.of("a red ring", "A Ring!", "a blue ring");
  private static final long[][] IDS = {{2, 4, 5, 6}, {2, 4, 6}, {2, 4, 1, 6}};

  @TempDir Path temporary;
  private ModelFolder folder;
  private NaiveNetwork oracle;

  @BeforeEach
  void export() {
    Path path = temporary.resolve("model");
    try (ModelFolderWriter writer = ModelFolderWriter.create(path, false)) {
      writer.write(TinyTrainedModel.of(true));
      writer.commit();
    }
    folder = ModelFolder.open(path);
    oracle = new NaiveNetwork(TinyTrainedModel.SHAPE, RandomWeights.of(TinyTrainedModel.SHAPE, 1));
  }

  @Test
  void captionsAreCutAsTheVocabularySays() {
    try (TextEncoder texts = folder.openTextEncoder(Sessions.onCpu())) {
      TokenBatch batch = texts.pipeline().encode(CAPTIONS);
      assertThat(batch.length()).isEqualTo(4);
      assertThat(batch.ids()).containsExactly(2, 4, 5, 6, 2, 4, 6, 0, 2, 4, 1, 6);
      assertThat(batch.mask()).containsExactly(1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1);
      TokenBatch longCaption = texts.pipeline().encode(List.of("ring ".repeat(20)));
      assertThat(longCaption.ids()).containsExactly(2, 6, 6, 6, 6, 6, 6, 6, 6);
    }
  }

  @Test
  void wordPiecesAreCutAsBertCutsThem() throws IOException {
    List<String> pieces = new ArrayList<>(TinyTrainedModel.WORDS);
    pieces.set(6, "##dish");
    TokenizerFiles.write(folder.path(), new Tokenizer.WordPiece(pieces), 9);
    try (TextEncoder texts = folder.openTextEncoder(Sessions.onCpu())) {
      assertThat(texts.pipeline().encode(List.of("a Reddish réd ring")).ids())
          .containsExactly(2, 4, 5, 6, 5, 1);
    }
  }

  @Test
  void imagesAreResizedToTheNetworksSquare() {
    ImageTransform transform = folder.imageTransform();
    assertThat(transform.resize()).isEqualTo(new Resize.Squash(8, 8));
    assertThat(transform.mean()).containsExactly(0.5f, 0.5f, 0.5f);
    assertThat(transform.std()).containsExactly(0.1f, 0.2f, 0.3f);
  }

  @Test
  void vectorsEqualTheOracles() {
    try (DualEncoder encoders = folder.openDualEncoder(Sessions.onCpu())) {
      FloatBuffer batch = encoders.images().newBatch(1).put(0, image());
      double[][] image = oracle.linear(oracle.imageTokens(image()), "vision_projection");
      assertThat(encoders.images().encode(batch, 1))
          .containsExactly(floats(image[0]), offset(1e-4f));
      float[] texts = encoders.texts().encode(CAPTIONS);
      for (int i = 0; i < IDS.length; i++) {
        double[][] text = oracle.linear(oracle.textTokens(IDS[i]), "text_projection");
        assertThat(new float[] {texts[4 * i], texts[4 * i + 1]})
            .containsExactly(new float[] {(float) text[0][0], (float) text[0][1]}, offset(1e-4f));
      }
    }
  }

  @Test
  void matchProbabilitiesEqualTheOracles() {
    try (MatchScorer scorer = folder.openMatchScorer(Sessions.onCpu())) {
      FloatBuffer batch = scorer.newBatch(1).put(0, image());
      float[] scores =
          scorer.score(
              scorer.encodeImages(batch, 1),
              new int[] {0, 0, 0},
              scorer.encodeCaptions(CAPTIONS),
              new int[] {0, 1, 2});
      for (int i = 0; i < IDS.length; i++) {
        double[][] fused = oracle.fused(oracle.textTokens(IDS[i]), oracle.imageTokens(image()));
        double[] logits = oracle.linear(fused, "itm_head")[0];
        float expected = (float) (1 / (1 + Math.exp(logits[0] - logits[1])));
        assertThat(scores[i]).isCloseTo(expected, offset(1e-4f));
      }
    }
  }

  @Test
  void theSchedulerOpensWithItsFeatureCount() {
    try (SchedulerModel scheduler = folder.openScheduler(Sessions.onCpu())) {
      assertThat(scheduler.featureCount()).isEqualTo(10);
      assertThat(scheduler.evaluate(new float[20], 2).alpha()).hasSize(2);
    }
  }

  @Test
  void everyFileIsAmongTheFoldersInputs() throws IOException {
    try (Stream<Path> files = Files.walk(folder.path())) {
      assertThat(folder.inputs()).hasSize((int) files.filter(Files::isRegularFile).count());
    }
  }

  private static float[] image() {
    float[] image = new float[3 * 8 * 8];
    for (int i = 0; i < image.length; i++) {
      image[i] = (i % 17 - 8) / 8f;
    }
    return image;
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }
}
