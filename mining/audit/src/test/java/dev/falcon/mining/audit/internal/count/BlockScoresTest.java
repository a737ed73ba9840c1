// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockScoresTest {
  @TempDir private Path folder;

  @Test
  void readsItsOwnFiles() {
    Path block = folder.resolve("block");
    List<BlockScores.Rejected> rejected = List.of(new BlockScores.Rejected("a", "is cut"));
    BlockScores.write(block, rejected, new float[][] {{1, 2}, {3, 4}});
    float[][] scores = new float[2][3];

    assertThat(BlockScores.read(block, scores, 1, 2)).isEqualTo(rejected);
    assertThat(scores).isDeepEqualTo(new float[][] {{0, 1, 2}, {0, 3, 4}});
  }

  @Test
  void aKeyTooLongToBeKeptLeavesNothing() {
    Path block = folder.resolve("block");
    List<BlockScores.Rejected> rejected =
        List.of(new BlockScores.Rejected("k".repeat(1 << 16), "is cut"));

    assertThatThrownBy(() -> BlockScores.write(block, rejected, new float[0][]))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(block + ": cannot be written: ")
        .hasMessageContaining("65536 bytes");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderIsNoBlock() {
    assertThatThrownBy(() -> BlockScores.read(folder, new float[1][1], 0, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be read: ");
  }
}
