// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairStoreWriterTest {
  @TempDir private Path temporary;

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws IOException {
    Path folder = Files.createFile(temporary.resolve("file")).resolve("store");
    SampleSource source = SampleSources.open("scenes:test,count=1");
    assertThatThrownBy(() -> PairStoreWriter.write(source, folder, 1, Progress.NONE, () -> false))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be written: ");
  }
}
