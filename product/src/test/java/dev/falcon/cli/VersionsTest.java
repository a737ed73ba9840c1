// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The version is the same wherever it is written: the first step of a release in CONTRIBUTING.md.
 */
class VersionsTest {
  private static MatchResult found(String file, String pattern) throws IOException {
    Path path = Modules.home().resolve(file);
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(Files.readString(path));
    assertThat(matcher.find()).as("%s: has %s", file, pattern).isTrue();
    return matcher.toMatchResult();
  }

  @Test
  void pomCitationAndChangelogAgree() throws IOException {
    MatchResult newest = found("CHANGELOG.md", "^## \\[(\\d[^]]*)] - (.+)$");
    assertThat(newest.group(1)).isEqualTo(found("CITATION.cff", "^version: (.+)$").group(1));
    assertThat(newest.group(2)).isEqualTo(found("CITATION.cff", "^date-released: (.+)$").group(1));
    // After a release the poms have the next version, whose changes are unreleased. The first
    // version
    // of the root's pom is its own; Maven compares those of modules with it.
    String version = found("pom.xml", "<version>([^<]+)</version>").group(1);
    String first = found("CHANGELOG.md", "^## \\[(.+?)]").group(1);
    assertThat(first).isIn(version, "Unreleased");
  }
}
