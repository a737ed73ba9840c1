// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.onnx.MiniLm;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A published sentence encoder with weights in int8, against what it gives in full precision. */
class PublishedEncoderTest {
  private static final int DIMENSION = 384;

  /** Quantisation moves a component by up to 0.013 here; a pooling that is not the mean by 0.1. */
  private static final float QUANTISED = 0.02f;

  @TempDir private Path folder;

  @Test
  void miniLmGivesItsIdsAndVectors() {
    try (TextEncoder encoder =
        ModelFolder.open(MiniLm.unpack(MiniLm.QUANTISED, folder))
            .openTextEncoder(Sessions.onCpu())) {
      TokenBatch batch = encoder.pipeline().encode(MiniLm.TEXTS);
      float[] vectors = encoder.encodeNormalised(MiniLm.TEXTS);
      assertThat(encoder.dimension()).isEqualTo(DIMENSION);
      for (int text = 0; text < MiniLm.TEXTS.size(); text++) {
        assertThat(ids(batch, text)).isEqualTo(MiniLm.IDS.get(text));
        for (int i = 0; i < MiniLm.first(text).length; i++) {
          assertThat(vectors[text * DIMENSION + i])
              .as("text %s, component %s", text, i)
              .isEqualTo(MiniLm.first(text)[i], offset(QUANTISED));
        }
      }
    }
  }

  private static List<Integer> ids(TokenBatch batch, int row) {
    List<Integer> ids = new ArrayList<>();
    for (int place = 0; place < batch.length(); place++) {
      if (batch.mask()[row * batch.length() + place] != 0) {
        ids.add(batch.ids()[row * batch.length() + place]);
      }
    }
    return ids;
  }

  @Test
  void atMost256TokensAreRead() {
    try (TextEncoder encoder =
        ModelFolder.open(MiniLm.unpack(MiniLm.QUANTISED, folder))
            .openTextEncoder(Sessions.onCpu())) {
      List<Integer> ids = ids(encoder.pipeline().encode(List.of("beach ".repeat(1000))), 0);
      assertThat(ids).hasSize(256).startsWith(101, 3509, 3509).endsWith(3509, 102);
    }
  }
}
