// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.training.internal.report.SnapshotFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What records and files refuse by themselves, whoever makes or reads them. */
class WrongCallsTest {
  @TempDir private Path folder;

  @Test
  void aFolderInThePlaceOfSnapshotsIsNamed() {
    assertThatThrownBy(() -> SnapshotFile.open(folder, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be read: ");
  }

  @ParameterizedTest
  @CsvSource({"null", "{", "[]"})
  void aLineThatIsNoSnapshotIsRefused(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("snapshots.jsonl"), line + "\n");

    assertThatThrownBy(() -> SnapshotFile.open(file, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": holds a line that is not a snapshot: ");
  }
}
