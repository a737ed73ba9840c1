// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.onnx.MiniLm;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published sentence encoder in full precision, to the sixth digit. */
class MiniLmGoldenTest {
  private static final int DIMENSION = 384;

  @TempDir private Path folder;

  @Test
  void vectorsAreThoseOfOtherImplementationsAloneAndTogether() {
    try (TextEncoder encoder =
        ModelFolder.open(MiniLm.unpack(MiniLm.FULL, folder)).openTextEncoder(Sessions.onCpu())) {
      float[] together = encoder.encodeNormalised(MiniLm.TEXTS);
      for (int text = 0; text < MiniLm.TEXTS.size(); text++) {
        float[] alone = encoder.encodeNormalised(List.of(MiniLm.TEXTS.get(text)));
        for (int i = 0; i < DIMENSION; i++) {
          assertThat(together[text * DIMENSION + i]).isEqualTo(alone[i], offset(1e-6f));
        }
        for (int i = 0; i < MiniLm.first(text).length; i++) {
          assertThat(alone[i]).isEqualTo(MiniLm.first(text)[i], offset(2e-6f));
        }
      }
    }
  }
}
