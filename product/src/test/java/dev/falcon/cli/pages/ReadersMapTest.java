// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that names the classes on the path of nine commands' data. */
class ReadersMapTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\| `(\\w+)` \\| `([\\w.]+)` \\|", Pattern.MULTILINE);

  private static List<MatchResult> rows() throws IOException {
    String page = Files.readString(HOME.resolve("docs/explanation/readers-map.md"));
    return ROW.matcher(page).results().toList();
  }

  @Test
  void everyCommandHasTenNames() throws IOException {
    List<MatchResult> rows = rows();
    assertThat(rows).hasSize(9 * 10);
    for (int row = 0; row < rows.size(); row++) {
      assertThat(rows.get(row).group(1)).isEqualTo(Integer.toString(row % 10 + 1));
    }
  }

  @Test
  void everyNameIsAClassOfThePackageBesideIt() throws IOException {
    for (MatchResult row : rows()) {
      String file =
          "src/main/java/dev/falcon/"
              + row.group(3).replace('.', '/')
              + '/'
              + row.group(2)
              + ".java";
      assertThat(Modules.folders().stream().map(module -> module.resolve(file)))
          .as(file)
          .anyMatch(Files::exists);
    }
  }

  /** The picture is drawn from the page; see docs/figures/make.py. */
  @Test
  void thePictureShowsTheNamesInTheirOrder() throws IOException {
    String picture = Files.readString(HOME.resolve("docs/figures/readers-map.svg"));
    List<String> shown =
        Pattern.compile("text-anchor=\"middle\">(\\w+)</text>")
            .matcher(picture)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(shown).containsExactlyElementsOf(rows().stream().map(row -> row.group(2)).toList());
  }
}
