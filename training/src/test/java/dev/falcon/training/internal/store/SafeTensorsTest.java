package dev.falcon.training.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeTensorsTest {
  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() {
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

  private Path raw(String header, byte[] data) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(8 + text.length + data.length);
    bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(text.length).put(text).put(data);
    Path file = folder.resolve("raw.safetensors");
    Files.write(file, bytes.array());
    return file;
  }

  @Test
  void halfPrecisionIsWidened() throws IOException {
    // 1, -2, the smallest subnormal, infinity, as binary16; then 1, -2 as bfloat16.
    byte[] data = {0, 0x3C, 0, (byte) 0xC0, 1, 0, 0, 0x7C, (byte) 0x80, 0x3F, 0, (byte) 0xC0};
    Path file =
        raw(
            "{\"h\":{\"dtype\":\"F16\",\"shape\":[4],\"data_offsets\":[0,8]},"
                + "\"b\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[8,12]}}",
            data);
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.floats("h")).containsExactly(1, -2, 0x1p-24f, Float.POSITIVE_INFINITY);
      assertThat(tensors.floats("b")).containsExactly(1, -2);
    }
  }

  @Test
  void aFileThatIsCutOffIsRefused() throws IOException {
    Path file = folder.resolve("a.safetensors");
    new SafeTensorsWriter().tensor("x", new float[100], 100).write(file);
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 7, 20, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> SafeTensors.open(file))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("a.safetensors");
    }
  }

  @Test
  void otherTypesAreRefusedByName() throws IOException {
    Path file =
        raw("{\"i\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[0,8]}}", new byte[8]);
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThatThrownBy(() -> tensors.floats("i")).hasMessageContaining("I64");
      assertThatThrownBy(() -> tensors.floats("j")).hasMessageContaining("no tensor called j");
    }
  }
}
