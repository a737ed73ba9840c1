// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What is at a path is asked of {@link dev.falcon.data.file.Folders}: the platform's own answer is
 * "nothing" also where the disk has failed.
 */
class DiskQuestionsTest {
  /**
   * Where the answer is given; where another place is chosen if one cannot be entered; and below
   * it, where the file is read at once.
   */
  private static final Set<String> FREE =
      Set.of("Folders.java", "UserCache.java", "PrivateFolder.java", "Provenance.java");

  private static final Pattern QUESTION =
      Pattern.compile("\\bFiles(\\.|::)(exists|notExists|isDirectory|isRegularFile)\\b");

  @Test
  void noFailureOfADiskCountsAsAbsence() throws IOException {
    List<String> asked = new ArrayList<>();
    for (Path file : Modules.sources()) {
      if (!FREE.contains(file.getFileName().toString())
          && !file.toString().contains("benchmarks")) {
        Files.readString(file)
            .lines()
            .filter(line -> QUESTION.matcher(line).find() && !line.contains("NOFOLLOW_LINKS"))
            .forEach(line -> asked.add(file.getFileName() + ": " + line.strip()));
      }
    }
    assertThat(asked).isEmpty();
  }
}
