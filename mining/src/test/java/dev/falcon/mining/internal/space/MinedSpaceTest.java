package dev.falcon.mining.internal.space;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Files.write(file, ByteBuffer.allocate(bytes).putInt(count).array());

    assertThatThrownBy(() -> MinedSpace.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": cannot be read: ")
        .hasMessageEndingWith("; remove it to mine it again");
  }
}
