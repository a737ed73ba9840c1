// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.onnx.TestData;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The vectors of real models against those that PyTorch gave. */
class GoldenEmbeddingTest {
  private static final int DIMENSION = 64;

  @Test
  void picturesOfEveryFormatGiveTheOfficialVectors() throws IOException {
    Path golden = TestData.path("datacomp-golden");
    Path intermediate = golden.resolve("intermediate");
    float[] expected = TestData.floats(intermediate.resolve("embeddings.images.npy"));
    JsonNode pictures = Json.readTree(intermediate.resolve("preprocessed.json"));
    try (ImageEncoder encoder =
        ModelFolder.open(golden.resolve("model")).openImageEncoder(Sessions.onCpu())) {
      assertThat(encoder.dimension()).isEqualTo(DIMENSION);
      Preprocessor preprocessor = new Preprocessor(encoder.transform());
      FloatBuffer batch = encoder.newBatch(pictures.size());
      int row = 0;
      for (JsonNode picture : pictures) {
        byte[] file = Files.readAllBytes(intermediate.resolve(picture.get("image").asText()));
        preprocessor.apply(file, batch, row * encoder.transform().outputLength());
        row++;
      }
      float[] vectors = encoder.encode(batch, row);
      assertThat(vectors).containsExactly(expected, offset(1e-4f));
      float[] unit = encoder.encodeNormalised(batch, row);
      double squares = 0;
      for (int i = 0; i < DIMENSION; i++) {
        squares += (double) unit[i] * unit[i];
      }
      assertThat(squares).isEqualTo(1, offset(1e-6));
    }
  }

  @Test
  void promptsGiveTheOfficialVectors() {
    Path golden = TestData.path("datacomp-golden");
    float[] expected = TestData.floats(golden.resolve("intermediate/embeddings.prompts.npy"));
    List<String> prompts =
        Json.readTree(golden.resolve("intermediate/token_ids.json")).findValuesAsText("text");
    try (TextEncoder encoder =
        ModelFolder.open(golden.resolve("model")).openTextEncoder(Sessions.onCpu())) {
      assertThat(encoder.encode(prompts)).containsExactly(expected, offset(1e-4f));
      assertThat(encoder.encode(List.of())).isEmpty();
    }
  }
}
