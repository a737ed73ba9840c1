// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request that a task left damaged is refused before its parts are looked for. */
class PlanRequestTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2147483647 | {\"output-format\": \"csv\"} | has 2147483647 parts; there may be 0 to 1048576",
        "-1 | {\"output-format\": \"csv\"} | has -1 parts; there may be 0 to 1048576",
        "1 | {\"output-format\": 3} | does not name the format of its tables, output-format",
        "1 | null | has unexpected JSON: a field that it must have is missing or null",
        "1 | {} | does not name the format of its tables, output-format",
        "1 | {\"output-format\": \"xls\"} | 'xls' is no table format; there are",
      })
  void isRefused(int parts, String options, String message) throws IOException {
    Path file = folder.resolve(PlanRequest.FILE_NAME);
    Files.writeString(
        file,
        "{\"parts\": "
            + parts
            + ", \"provenance\": {\"inputs\": [], \"options\": "
            + options
            + "}}");

    assertThatThrownBy(() -> PlanFolder.open(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": " + message);
  }
}
