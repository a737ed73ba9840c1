// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The public interface of the library stands in the tree, a text for each module, so that a review
 * shows each change of it. It is all that is public and not in a package called {@code internal}.
 */
@AnalyzeClasses(packages = "dev.falcon", importOptions = ImportOption.DoNotIncludeTests.class)
class PublicInterfaceTest {
  /** The text is renewed where it differs; whoever changed the interface commits it. */
  @ArchTest
  static void isAsItsTextSays(JavaClasses classes) throws IOException {
    Path texts =
        Path.of(System.getProperty("falcon.home"), "product/src/test/resources/public-interface");
    Map<String, List<String>> modules = new TreeMap<>();
    for (JavaClass type : sorted(classes)) {
      String module = type.getPackageName().replaceFirst("^dev\\.falcon\\.?(\\w*).*", "$1");
      if (isLibrary(type, module) && PublicInterface.isPublic(type.reflect())) {
        modules
            .computeIfAbsent(module, key -> new ArrayList<>())
            .addAll(PublicInterface.of(type.reflect()));
      }
    }
    assertThat(modules).hasSizeGreaterThan(5);
    List<Path> changed = new ArrayList<>();
    for (Map.Entry<String, List<String>> module : modules.entrySet()) {
      Path text = texts.resolve(module.getKey() + ".txt");
      List<String> now = module.getValue();
      if (!Files.exists(text) || !Files.readAllLines(text).equals(now)) {
        Files.createDirectories(texts);
        Files.write(text, now);
        changed.add(text);
      }
    }
    assertThat(changed)
        .as("The public interface has changed, and its text with it: review and commit both")
        .isEmpty();
  }

  private static List<JavaClass> sorted(JavaClasses classes) {
    return classes.stream().sorted(Comparator.comparing(JavaClass::getName)).toList();
  }

  private static boolean isLibrary(JavaClass type, String module) {
    return !module.isEmpty()
        && !module.equals("cli")
        && !module.equals("spark")
        && !type.getPackageName().matches(".*\\.internal(\\..*)?");
  }
}
