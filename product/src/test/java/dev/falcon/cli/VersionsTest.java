// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The version is the same wherever it is written: step 1 of a release in CONTRIBUTING.md. */
class VersionsTest {
  private static String found(Path file, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(Files.readString(file));
    assertThat(matcher.find()).as("%s: has %s", file, pattern).isTrue();
    return matcher.group(1);
  }

  @Test
  void pomCitationAndChangelogAgree() throws IOException {
    Path home = Modules.home();
    // The first version of the root's pom is its own; Maven compares those of modules with it.
    String version = found(home.resolve("pom.xml"), "<version>([^<]+)</version>");
    Path citation = home.resolve("CITATION.cff");
    assertThat(found(citation, "^version: (.+)$")).isEqualTo(version);
    String dated = "^## \\[" + Pattern.quote(version) + "] - (.+)$";
    assertThat(found(home.resolve("CHANGELOG.md"), dated))
        .isEqualTo(found(citation, "^date-released: (.+)$"));
  }
}
