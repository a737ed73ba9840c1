// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which files need which others: files by the names of their outermost classes. */
final class FileArrows {
  private FileArrows() {}

  /** The files that need any, each with all that it needs. */
  static Map<String, SortedSet<String>> of(JavaClasses classes) {
    Map<String, SortedSet<String>> needs = new TreeMap<>();
    for (JavaClass each : classes) {
      String file = file(each);
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> classes.contain(target.getName()))
          .map(FileArrows::file)
          .filter(target -> !target.equals(file))
          .forEach(target -> needs.computeIfAbsent(file, f -> new TreeSet<>()).add(target));
    }
    return needs;
  }

  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
