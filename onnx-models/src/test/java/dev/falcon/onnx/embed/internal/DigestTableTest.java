// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.FalconException;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestTableTest {
  private static final int TEXTS = 20_000; // so that the table grows four times

  @TempDir private Path folder;

  @Test
  void numbersTextsInTheOrderOfTheirComing() {
    try (DigestTable table = new DigestTable(folder, "texts")) {
      for (int i = 0; i < TEXTS; i++) {
        assertThat(table.number(DigestTable.digest("text " + i))).isEqualTo(i);
      }
      for (int i = 0; i < TEXTS; i++) {
        assertThat(table.number(DigestTable.digest("text " + i))).isEqualTo(i);
        assertThat(table.add(DigestTable.digest("text " + i))).isFalse();
      }
      assertThat(table.size()).isEqualTo(TEXTS);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderThatTakesNoFileIsNamed() {
    Path processes = Path.of("/proc/self");
    assumeTrue(Files.isDirectory(processes), () -> "skipped: there is no " + processes + " here");

    assertThatThrownBy(() -> new DigestTable(processes, "texts"))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(processes.resolve("texts-12.table") + ": cannot be made: ");
  }

  @Test
  void takesManyDigestsAtOnce() {
    ByteArrayOutputStream digests = new ByteArrayOutputStream();
    digests.writeBytes(DigestTable.digest("a"));
    digests.writeBytes(DigestTable.digest("b"));
    digests.writeBytes(DigestTable.digest("a"));
    try (DigestTable table = new DigestTable(folder, "texts")) {
      table.addAll(digests.toByteArray());

      assertThat(table.size()).isEqualTo(2);
      assertThat(table.number(DigestTable.digest("b"))).isEqualTo(1);
      assertThat(table.add(DigestTable.digest("c"))).isTrue();
    }
  }
}
