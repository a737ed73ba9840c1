// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerFileTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | at least one of answers",
        "{\"candidates\": 1, \"answers\": []} | at least one of answers",
        "{\"candidates\": 1, \"end\": 9, \"answers\": [{}]} | 'end' has token 9; tokens are 0 to 8",
        "{\"candidates\": 1, \"end\": 1, \"answers\": [{}]} | must have a text and ids",
        "{\"candidates\": 1, \"end\": 1, \"answers\": [{\"answer\": \"yes\", \"ids\": [-1]}]}"
            + " | 'yes' has token -1",
      })
  void saysWhatIsWrong(String text, String message) throws IOException {
    Files.writeString(folder.resolve(AnswerFile.NAME), text);

    assertThatThrownBy(() -> AnswerFile.read(folder, 9))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(AnswerFile.NAME)
        .hasMessageContaining(message);
  }
}
