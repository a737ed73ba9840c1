// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The packages of all modules: how many files one holds, and that a simple name occurs once. */
class RoomsTest {
  private static final int MOST_FILES = 30;
  private static final int SMALL_PACKAGES = 5;
  private static final Pattern NESTED =
      Pattern.compile(
          "(?m)^ +(?!private)(?:(?:public|protected|static|final|sealed|non-sealed|abstract) )*"
              + "(?:record|enum|class|interface) (\\w+)");
  private static final Pattern IMPORTED =
      Pattern.compile("(?m)^import dev\\.falcon\\.[a-z.]*[A-Z]\\w*\\.([A-Z]\\w*);");

  @Test
  void noPackageHoldsMoreThanThirtyFiles() throws IOException {
    Map<String, Long> packages = packages();
    packages.values().removeIf(files -> files <= MOST_FILES);
    assertThat(packages).isEmpty();
  }

  @Test
  void fewPackagesHoldOneOrTwoFiles() throws IOException {
    Map<String, Long> packages = packages();
    packages.values().removeIf(files -> files > 2);
    assertThat(packages).hasSizeLessThanOrEqualTo(SMALL_PACKAGES);
  }

  /** The number of files of each package. */
  private static Map<String, Long> packages() throws IOException {
    return sources().stream()
        .collect(
            Collectors.groupingBy(
                file -> file.getParent().toString(), TreeMap::new, Collectors.counting()));
  }

  @Test
  void aSimpleNameMeansOneThing() throws IOException {
    Map<String, List<String>> places =
        sources().stream()
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString(),
                    TreeMap::new,
                    Collectors.mapping(Path::toString, Collectors.toList())));
    places.values().removeIf(files -> files.size() == 1);
    assertThat(places).isEmpty();
  }

  /**
   * A nested type that shares its simple name with another type is written with its outer one, so
   * that a reader never has to look at the imports.
   */
  @Test
  void aSharedNameIsWrittenWithItsOuterType() throws IOException {
    Map<String, Integer> places = new TreeMap<>();
    for (Path file : sources()) {
      places.merge(file.getFileName().toString().replace(".java", ""), 1, Integer::sum);
      NESTED
          .matcher(Files.readString(file))
          .results()
          .map(found -> found.group(1))
          .distinct()
          .forEach(name -> places.merge(name, 1, Integer::sum));
    }
    List<String> alone = new ArrayList<>();
    for (Path file : sources()) {
      IMPORTED
          .matcher(Files.readString(file))
          .results()
          .map(found -> found.group(1))
          .filter(name -> places.getOrDefault(name, 1) > 1)
          .forEach(name -> alone.add(file + ": " + name));
    }
    assertThat(alone).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    return Modules.sources().stream().filter(file -> !file.endsWith("package-info.java")).toList();
  }
}
