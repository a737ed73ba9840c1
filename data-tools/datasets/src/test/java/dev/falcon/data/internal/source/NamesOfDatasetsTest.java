// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesOfDatasetsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"a{}b", "{train,val}", "c::d", "scenes:mine", "[x]", "what?"})
  void aFileThatIsCalledSoIsOpened(String name) throws IOException {
    Path file = Files.createDirectory(folder.resolve(name)).resolve("list.csv");
    Files.writeString(file, "image,caption\na.png,a\n");

    assertThat(SampleSources.open(file.toString()).files()).containsExactly(file);
  }
}
