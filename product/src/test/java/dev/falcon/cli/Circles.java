// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds files that need each other in a loop, by Tarjan's strongly connected components. */
final class Circles {
  private final Map<String, SortedSet<String>> needs;
  private final Map<String, Integer> number = new HashMap<>();
  private final Map<String, Integer> lowest = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<List<String>> found = new ArrayList<>();

  private Circles(Map<String, SortedSet<String>> needs) {
    this.needs = needs;
  }

  /** The circles, each in alphabetical order. */
  static List<List<String>> of(JavaClasses classes) {
    Circles circles = new Circles(FileArrows.of(classes));
    for (String file : circles.needs.keySet()) {
      if (!circles.number.containsKey(file)) {
        circles.visit(file);
      }
    }
    return circles.found;
  }

  private void visit(String file) {
    int own = number.size();
    number.put(file, own);
    lowest.put(file, own);
    open.push(file);
    for (String needed : needs.getOrDefault(file, new TreeSet<>())) {
      if (!number.containsKey(needed)) {
        visit(needed);
        lowest.merge(file, lowest.get(needed), Math::min);
      } else if (open.contains(needed)) {
        lowest.merge(file, number.get(needed), Math::min);
      }
    }
    if (lowest.get(file) == own) {
      TreeSet<String> circle = new TreeSet<>();
      String last = null;
      while (!file.equals(last)) {
        last = open.pop();
        circle.add(last);
      }
      if (circle.size() > 1) {
        found.add(List.copyOf(circle));
      }
    }
  }
}
