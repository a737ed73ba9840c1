// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A page that says which test holds a claim names tests that exist. */
class TestsOnPagesTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Path PAGE = HOME.resolve("docs/explanation/shared-work.md");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|IT))(?:\\.(\\w+))?`");

  @Test
  void everyNamedTestExistsWithTheNamedMethod() throws IOException {
    Set<Path> tests = tests();
    Set<String> absent = new TreeSet<>();
    Matcher named = TEST.matcher(Files.readString(PAGE));
    int found = 0;
    while (named.find()) {
      found++;
      String file = named.group(1) + ".java";
      List<Path> there =
          tests.stream().filter(test -> test.getFileName().toString().equals(file)).toList();
      String method = named.group(2);
      if (there.size() != 1
          || (method != null && !Files.readString(there.get(0)).contains("void " + method + "("))) {
        absent.add(named.group());
      }
    }
    assertThat(absent).isEmpty();
    assertThat(found).isGreaterThan(60);
  }

  /** Every row of a table with a column of tests names one, or says that there is none. */
  @Test
  void everyRowNamesATest() throws IOException {
    boolean ofTests = false;
    Set<String> without = new TreeSet<>();
    for (String line : Files.readAllLines(PAGE)) {
      ofTests = line.startsWith("|") && (ofTests || line.endsWith("| test |"));
      boolean row = ofTests && !line.endsWith("| test |") && !line.startsWith("|---");
      String last = line.replaceFirst(".*\\|([^|]+)\\|$", "$1");
      if (row
          && !TEST.matcher(last).find()
          && !last.contains("in all of these")
          && !last.contains("the same")) {
        without.add(line);
      }
    }
    assertThat(without).isEmpty();
  }

  private static Set<Path> tests() throws IOException {
    try (Stream<Path> modules = Files.walk(HOME, 2)) {
      Set<Path> all = new TreeSet<>();
      for (Path module :
          modules.map(each -> each.resolve("src/test/java")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(module)) {
          all.addAll(files.filter(Files::isRegularFile).collect(Collectors.toSet()));
        }
      }
      return all;
    }
  }
}
