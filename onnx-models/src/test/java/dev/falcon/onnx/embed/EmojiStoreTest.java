// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.Progress;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.onnx.TestData;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real set, from its tars to a store, against the store that PyTorch's vectors were put into. */
class EmojiStoreTest {
  @TempDir private Path folder;

  @Test
  void reproducesThePublishedStore() {
    EmbeddingStore expected = EmbeddingStore.open(TestData.path("emoji-embeddings"));
    EmbedRequest request =
        EmbedRequest.of(
                SampleSources.open(TestData.path("emoji").toString()),
                ModelFolder.open(TestData.path("emoji-model")),
                folder.resolve("out"))
            .withSamplesPerShard(700);
    EmbedResult result = Embedder.embed(request, Sessions.onCpu(), Progress.NONE);

    assertThat(result.rejects()).isZero();
    EmbeddingStore store = EmbeddingStore.open(request.output());
    assertThat(store.rows()).isEqualTo(expected.rows());
    int dimension = store.dimension();
    float[] image = new float[dimension];
    float[] text = new float[dimension];
    float[] expectedImage = new float[dimension];
    float[] expectedText = new float[dimension];
    for (long row = 0; row < store.rows(); row++) {
      store.readRange(row, row + 1, image, text);
      expected.readRange(row, row + 1, expectedImage, expectedText);
      assertThat(image).containsExactly(expectedImage, offset(1e-5f));
      assertThat(text).containsExactly(expectedText, offset(1e-5f));
      assertThat(cosine(image, expectedImage)).isGreaterThan(0.99999);
      assertThat(cosine(text, expectedText)).isGreaterThan(0.99999);
    }
  }

  private static double cosine(float[] first, float[] second) {
    double sum = 0;
    for (int i = 0; i < first.length; i++) {
      sum += (double) first[i] * second[i];
    }
    return sum;
  }
}
