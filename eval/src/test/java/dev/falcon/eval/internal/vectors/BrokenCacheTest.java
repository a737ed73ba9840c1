// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.SampleReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cache file that was cut or overwritten is named, without room for what it claims. */
class BrokenCacheTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "-1, 2",
    "2, -1",
    "2147483647, 2147483647",
    "2147483647, 0",
    "0, 2147483647",
    "2, 2",
    "1, 100"
  })
  void aMatrixThatIsNotThereIsRefused(int rows, int width) throws IOException {
    Path file = folder.resolve("vectors");
    Files.write(file, ByteBuffer.allocate(12).putInt(rows).putInt(width).array());

    refused(() -> VectorFile.read(file));
  }

  @Test
  void aMatrixIsReadBack() {
    Path file = folder.resolve("vectors");
    float[][] rows = {{1, 2}, {3, 4}};

    VectorFile.write(file, rows);

    assertThat(VectorFile.read(file)).isDeepEqualTo(rows);
  }

  @Test
  void aMatrixIsNotWrittenWhereAFolderIs() throws IOException {
    Path file = folder.resolve("vectors");
    Files.createDirectory(folder.resolve("vectors.partial"));

    assertThatThrownBy(() -> VectorFile.write(file, new float[][] {{1}}))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": cannot be written: ");
    assertThat(file).doesNotExist();
  }

  @Test
  void anImageThatCannotBeReadIsNamed() throws IOException {
    Path unreadable = Path.of("/proc/self/mem");
    assumeTrue(Files.exists(unreadable), "skipped: there is no " + unreadable + " here");
    Path image = Files.createSymbolicLink(folder.resolve("a.jpg"), unreadable);
    SampleReader reader = new LooseImages(folder, List.of("a")).open(0, reject -> {});

    assertThatThrownBy(reader::hasNext)
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(image + ": cannot be read: ");
  }

  @Test
  void aShardThatIsCutAnywhereIsRefused() throws IOException {
    Path file = folder.resolve("shard");
    ShardRow row =
        new ShardRow(
            "key",
            "image",
            "hash",
            OptionalInt.of(3),
            Optional.of(new long[] {1, 2}),
            List.of("a caption"),
            List.of("7"),
            "a.jpg",
            new float[] {1, 2});
    ShardRows whole = new ShardRows(List.of(row), List.of(new Reject("a", "b", "c")));
    whole.write(file);
    assertThat(ShardRows.read(file).rejects()).isEqualTo(whole.rejects());
    byte[] bytes = Files.readAllBytes(file);

    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      refused(() -> ShardRows.read(file));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1, of another format", "33, 2147483647, of more numbers than bytes"})
  void aShardThatIsOverwrittenIsRefused(int place, int number, String ignored) throws IOException {
    Path file = folder.resolve("shard");
    ShardRow row =
        new ShardRow(
            "",
            "",
            "",
            OptionalInt.of(3),
            Optional.of(new long[0]),
            List.of(),
            List.of(),
            "",
            new float[0]);
    new ShardRows(List.of(row), List.of()).write(file);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, ByteBuffer.wrap(bytes).putInt(place, number).array());

    refused(() -> ShardRows.read(file));
  }

  private static void refused(Runnable read) {
    assertThatThrownBy(read::run)
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith(": this cache file is broken; delete it, and it is computed again");
  }
}
