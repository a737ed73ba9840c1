// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import dev.falcon.onnx.TestData;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every picture and description of a real set against the vectors that PyTorch gave. */
class EmojiEmbeddingTest {
  private static final int BATCH = 128;

  @Test
  void reproducesThePublishedVectors() {
    Path vectors = TestData.path("emoji-embeddings");
    List<Sample> samples = new ArrayList<>();
    SampleSources.open(TestData.path("emoji").toString())
        .forEach(
            samples::add,
            reject -> {
              throw new AssertionError(reject);
            });
    float[] images = both(vectors.resolve("img_emb"), "img_emb");
    float[] texts = both(vectors.resolve("text_emb"), "text_emb");
    try (DualEncoder encoder =
        ModelFolder.open(TestData.path("emoji-model")).openDualEncoder(Sessions.onCpu())) {
      int dimension = encoder.dimension();
      assertThat(images).hasSize(samples.size() * dimension);
      Preprocessor preprocessor = new Preprocessor(encoder.images().transform());
      FloatBuffer batch = encoder.images().newBatch(BATCH);
      for (int from = 0; from < samples.size(); from += BATCH) {
        List<Sample> part = samples.subList(from, Math.min(samples.size(), from + BATCH));
        for (int row = 0; row < part.size(); row++) {
          preprocessor.apply(
              part.get(row).image().orElseThrow(),
              batch,
              row * preprocessor.transform().outputLength());
        }
        assertThat(encoder.images().encodeNormalised(batch, part.size()))
            .containsExactly(
                slice(images, from * dimension, part.size() * dimension), offset(1e-5f));
        List<String> captions = part.stream().map(sample -> sample.captions().get(0)).toList();
        assertThat(encoder.texts().encodeNormalised(captions))
            .containsExactly(
                slice(texts, from * dimension, part.size() * dimension), offset(1e-5f));
      }
    }
  }

  private static float[] both(Path folder, String name) {
    float[] first = TestData.floats(folder.resolve(name + "_0.npy"));
    float[] second = TestData.floats(folder.resolve(name + "_1.npy"));
    float[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static float[] slice(float[] values, int from, int length) {
    return Arrays.copyOfRange(values, from, from + length);
  }
}
