// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.SummedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a killed run has left is named where it is damaged, without room for what it claims. */
class MinedSpaceTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"0, 8", "-1, 64", "2147483647, 64", "3, 4"})
  void aFileThatIsNotWholeIsRefused(int count, int bytes) throws IOException {
    Path file = folder.resolve("epoch-0.space");
    byte[] content = ByteBuffer.allocate(bytes).putInt(count).array();
    SummedFile.write(file, out -> out.write(content));

    assertThatThrownBy(() -> MinedSpace.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": cannot be read: ")
        .hasMessageEndingWith("; remove it to mine it again");
  }

  @Test
  void everyBitThatChangesIsSeen() throws IOException {
    Path file = folder.resolve("epoch-0.space");
    MinedSpace.allocate(new int[] {2, 1}, 3, new TreeMap<>(Map.of("veto", 4L))).write(file);
    assertThat(MinedSpace.read(file).withheld()).containsEntry("veto", 4L);
    byte[] bytes = Files.readAllBytes(file);
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Files.write(file, bytes);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> MinedSpace.read(file))
          .as("bit " + bit)
          .hasMessage(file + ": is not as it was written; remove it to mine it again");
    }
  }
}
