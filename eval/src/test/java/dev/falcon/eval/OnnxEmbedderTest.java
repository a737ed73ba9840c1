// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxEmbedderTest {
  @TempDir private Path folder;

  @Test
  void namesATextThatHasNoVector() throws IOException {
    Path model = ClassifierAsDualEncoder.writeMean(folder.resolve("model"));
    try (OnnxEmbedder embedder = OnnxEmbedder.open(ModelFolder.open(model), Sessions.onCpu(), 2)) {
      List<String> texts = List.of("a photo of 7", "a photo of nothing");
      assertThatThrownBy(() -> embedder.embedTexts(texts))
          .isInstanceOf(FalconException.class)
          .hasMessage(
              "text 'a photo of nothing': the model gives a vector without direction; its squared"
                  + " norm is 0.0");
    }
  }
}
