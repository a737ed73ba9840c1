// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTensorsTest {
  @TempDir Path folder;

  private static Stream<SafeTensorsType> readTypes() {
    return Stream.of(SafeTensorsType.values()).filter(type -> type.reader().isPresent());
  }

  @ParameterizedTest
  @MethodSource("readTypes")
  void everyReadTypeIsReadAsFloats(SafeTensorsType type) {
    float[] values = {0, 1, -2, 96, -1024, 3};
    Path file =
        new SafeTensorsFile()
            .add("before", "U8", new float[] {1}, 1)
            .add("w", type.name(), values, 2, 3)
            .write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.names()).containsExactly("before", "w");
      assertThat(tensors.shape("w")).containsExactly(2, 3);
      assertThat(tensors.floats("w")).containsExactly(values);
    }
  }

  @Test
  void halvesKeepTheirFractions() {
    Path file =
        new SafeTensorsFile()
            .add("half", "F16", new float[] {0x1.554p-2f, 0x1p-14f, 0x1p-24f}, 3)
            .add("brain", "BF16", new float[] {0.33203125f, 1e-30f}, 2)
            .write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.floats("half")).containsExactly(0x1.554p-2f, 0x1p-14f, 0x1p-24f);
      float truncated = Float.intBitsToFloat(Float.floatToRawIntBits(1e-30f) & 0xFFFF0000);
      assertThat(tensors.floats("brain")).containsExactly(0.33203125f, truncated);
    }
  }

  @Test
  void scalarsAndEmptyTensorsAreRead() {
    Path file =
        new SafeTensorsFile()
            .add("scalar", "F32", new float[] {7})
            .add("empty", "F32", new float[0], 0, 4)
            .write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.floats("scalar")).containsExactly(7);
      assertThat(tensors.shape("scalar")).isEmpty();
      assertThat(tensors.floats("empty")).isEmpty();
    }
  }

  @Test
  void anIndexJoinsShards() throws IOException {
    new SafeTensorsFile().ramp("a", 0, 2).write(folder.resolve("model-1.safetensors"));
    new SafeTensorsFile().ramp("b", 5, 2).write(folder.resolve("model-2.safetensors"));
    Files.writeString(
        folder.resolve("model.safetensors.index.json"),
        """
        {"metadata": {"total_size": 16},
         "weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}
        """);
    try (SafeTensors tensors = SafeTensors.open(folder)) {
      assertThat(tensors.names()).containsExactly("a", "b");
      assertThat(tensors.floats("b")).containsExactly(5, 6);
    }
  }

  @Test
  void anIndexThatNamesAnAbsentTensorIsRefused() throws IOException {
    new SafeTensorsFile().ramp("a", 0, 2).write(folder.resolve("one.safetensors"));
    Path index = folder.resolve("model.safetensors.index.json");
    Files.writeString(index, "{\"weight_map\": {\"b\": \"one.safetensors\"}}");
    assertFails(index, "says that one.safetensors holds b; it does not");
  }

  @Test
  void aFileThatIsCutOffIsRefused() throws IOException {
    Path file = new SafeTensorsFile().ramp("w", 0, 100).write(folder.resolve("a.safetensors"));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    assertFails(file, "is cut off: tensor w ends at byte " + bytes.length);
    Files.write(file, Arrays.copyOf(bytes, 20));
    assertFails(file, "its header would have");
    Files.write(file, Arrays.copyOf(bytes, 3));
    assertFails(file, "it has 3 bytes");
  }

  @Test
  void overlappingTensorsAreRefused() {
    Path file =
        new SafeTensorsFile()
            .ramp("a", 0, 4)
            .place("b", "F32", 12, 16, 1)
            .write(folder.resolve("a.safetensors"));
    assertFails(file, "tensors a and b overlap at byte");
  }

  @Test
  void anUnknownTypeIsRefused() {
    Path file =
        new SafeTensorsFile().place("w", "Q4", 0, 0, 0).write(folder.resolve("a.safetensors"));
    assertFails(file, "tensor w has the unknown dtype 'Q4'");
  }

  @Test
  void aShapeThatDoesNotFitItsBytesIsRefused() {
    Path file =
        new SafeTensorsFile()
            .ramp("a", 0, 4)
            .place("w", "F32", 16, 16, 3)
            .write(folder.resolve("a.safetensors"));
    assertFails(file, "tensor w of F32[3] needs 12 bytes and has 0");
    Path huge =
        new SafeTensorsFile()
            .place("w", "F32", 0, 0, 1L << 40, 1L << 40)
            .write(folder.resolve("b.safetensors"));
    assertFails(huge, "tensor w has the shape");
  }

  @Test
  void aFileOfAnotherKindIsRefused() throws IOException {
    Path file = folder.resolve("a.safetensors");
    Files.write(
        file,
        ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN).putLong(12).put((byte) 'x').array());
    assertFails(file, "its header is not JSON");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | its header is not a JSON object",
        "{\"w\": {\"dtype\": \"F32\", \"data_offsets\": [0, 0]}} | tensor w has no shape",
        "{\"w\": {\"dtype\": \"F32\", \"shape\": [-1]}} | tensor w has -1 in its shape",
        "{\"w\": {\"dtype\": \"F32\", \"shape\": [0.5]}} | tensor w has 0.5 in its shape",
        "{\"w\": {\"dtype\": \"F32\", \"shape\": [], \"data_offsets\": [4, 0]}} | the data_offsets [4, 0]",
        "{\"w\": {\"dtype\": \"F32\", \"shape\": [], \"data_offsets\": [4]}} | the data_offsets [4]",
      })
  void aHeaderThatSaysSomethingElseIsRefused(String header, String message) throws IOException {
    Path file = folder.resolve("a.safetensors");
    byte[] json = header.strip().getBytes(StandardCharsets.UTF_8);
    Files.write(
        file,
        ByteBuffer.allocate(Long.BYTES + json.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(json.length)
            .put(json)
            .array());
    assertFails(file, message);
  }

  @Test
  void anIndexWithoutPlacesIsRefused() throws IOException {
    Path index = Files.writeString(folder.resolve("model.safetensors.index.json"), "{}");
    assertFails(index, "has no weight_map");
  }

  @Test
  void aTableOfTooFewRowsIsRefused() {
    Path file =
        new SafeTensorsFile()
            .add("w", "F32", new float[6], 2, 3)
            .write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.firstRows("w", new long[] {1, 3}).get()).hasSize(3);
      assertThatThrownBy(() -> tensors.firstRows("w", new long[] {4, 3}))
          .isInstanceOf(FalconException.class)
          .hasMessage(file + ": w has the shape [2, 3]; this network needs [4 or more, 3]");
    }
  }

  @Test
  void weightsOfWholeBytesAreNotReadAsFloats() {
    Path file =
        new SafeTensorsFile()
            .add("w", "I8", new float[] {1}, 1)
            .write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThatThrownBy(() -> tensors.floats("w"))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("tensor w is of I8");
      assertThatThrownBy(() -> tensors.floats("v")).hasMessageContaining("has no tensor named v");
    }
  }

  /** Two and a half times the buffer, of types of two widths. */
  @ParameterizedTest
  @ValueSource(strings = {"F32", "F64"})
  void aTensorLargerThanTheBufferIsReadInPieces(String type) {
    float[] values = new float[650_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i - 0.5f;
    }
    Path file = new SafeTensorsFile().add("w", type, values, 2, 325_000).write(folder.resolve("a"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.floats("w")).isEqualTo(values);
    }
  }

  @Test
  void metadataIsRead() {
    Path file = new SafeTensorsFile().ramp("w", 0, 2).write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.metadata()).containsExactly(Map.entry("format", "pt"));
    }
  }

  @Test
  void aFileThatIsReplacedMeanwhileIsStillReadAsItWasOpened() {
    Path file = folder.resolve("a.safetensors");
    new SafeTensorsWriter().tensor("w", new float[] {1, 2}, 2).write(file);
    try (SafeTensors tensors = SafeTensors.open(file)) {
      new SafeTensorsWriter().tensor("w", new float[] {3, 4}, 2).write(file);
      assertThat(tensors.floats("w")).containsExactly(1, 2);
    }
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThat(tensors.floats("w")).containsExactly(3, 4);
    }
  }

  private static void assertFails(Path file, String message) {
    assertThatThrownBy(() -> SafeTensors.open(file))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a\\u0000b", "\\ud800", "../one.safetensors", "/one.safetensors", "..", ".", ""})
  void aShardThatDoesNotLieBesideTheIndexIsRefused(String shard) throws IOException {
    Path index =
        Files.writeString(
            folder.resolve("model.safetensors.index.json"),
            "{\"weight_map\": {\"a\": \"" + shard + "\"}}");

    assertFails(index, "which is not the name of a file beside the index");
  }

  @Test
  void offsetsNearTheLargestNumberDoNotWrap() {
    Path file =
        new SafeTensorsFile()
            .place("w", "F32", Long.MAX_VALUE - 5, Long.MAX_VALUE - 1, 1)
            .write(folder.resolve("a.safetensors"));

    assertFails(file, "is cut off: tensor w ends at byte 92233720368547");
  }

  @Test
  void aShardThatIsNotThereIsNamed() throws IOException {
    Files.writeString(
        folder.resolve("model.safetensors.index.json"), "{\"weight_map\": {\"a\": \"absent\"}}");
    assertThatThrownBy(() -> SafeTensors.open(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.resolve("absent") + ": cannot be read: ");
  }

  /** The file has room for it, and takes none on the disk. */
  @Test
  void aTensorThatNoArrayHoldsIsRefused() throws IOException {
    long elements = Integer.MAX_VALUE;
    Path file =
        new SafeTensorsFile()
            .place("w", "BF16", 0, 2 * elements, elements)
            .write(folder.resolve("a.safetensors"));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), channel.size() + 2 * elements - 1);
    }
    try (SafeTensors tensors = SafeTensors.open(file)) {
      assertThatThrownBy(() -> tensors.floats("w"))
          .isInstanceOf(FalconException.class)
          .hasMessage(file + ": tensor w has 2147483647 elements; 2147483639 is the most");
    }
  }

  @Test
  void aFileThatIsCutWhileItIsOpenIsNamed() throws IOException {
    Path file = new SafeTensorsFile().ramp("w", 0, 6).write(folder.resolve("a.safetensors"));
    try (SafeTensors tensors = SafeTensors.open(file)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(channel.size() - 1);
      }
      assertThatThrownBy(() -> tensors.floats("w"))
          .isInstanceOf(FalconException.class)
          .hasMessage(file + ": cannot be read: the file ended while it was read");
    }
  }
}
