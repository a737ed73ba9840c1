// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeTensorsWriterTest {
  @TempDir private Path folder;

  @Test
  void readsItsOwnFiles() {
    Path file = folder.resolve("a.safetensors");
    float[] matrix = {1, -2, 3.5f, Float.MIN_VALUE, Float.MAX_VALUE, 0};
    new SafeTensorsWriter()
        .metadata("made by", "a test")
        .tensor("matrix", matrix, 2, 3)
        .tensor("empty", new float[0], 0)
        .tensor("scalar", new float[] {7})
        .write(file);
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.names()).containsExactly("matrix", "empty", "scalar");
      assertThat(tensors.shape("matrix")).containsExactly(2, 3);
      assertThat(tensors.shape("scalar")).isEmpty();
      assertThat(tensors.floats("matrix")).containsExactly(matrix);
      assertThat(tensors.floats("empty")).isEmpty();
      assertThat(tensors.floats("scalar")).containsExactly(7);
      assertThat(tensors.metadata()).containsEntry("made by", "a test");
    }
  }

  @Test
  void valuesBeginOnABoundary() throws IOException {
    Path file = folder.resolve("a.safetensors");
    new SafeTensorsWriter().tensor("x", new float[] {1}, 1).write(file);
    long header =
        ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    assertThat((header + 8) % 64).isZero();
  }

  @Test
  void aShapeOfAnotherSizeIsRefused() {
    assertThatThrownBy(() -> new SafeTensorsWriter().tensor("x", new float[5], 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 values for shape [2, 3]");
  }
}
