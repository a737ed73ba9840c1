package dev.falcon.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds files that need each other in a loop, by Tarjan's strongly connected components. */
final class Circles {
  private final Map<String, TreeSet<String>> needs = new TreeMap<>();
  private final Map<String, Integer> number = new HashMap<>();
  private final Map<String, Integer> lowest = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<List<String>> found = new ArrayList<>();

  private Circles() {}

  /** The circles, each in alphabetical order. */
  static List<List<String>> of(JavaClasses classes) {
    Circles circles = new Circles();
    for (JavaClass each : classes) {
      String file = file(each);
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> classes.contain(target.getName()))
          .map(Circles::file)
          .filter(target -> !target.equals(file))
          .forEach(target -> circles.needs.computeIfAbsent(file, f -> new TreeSet<>()).add(target));
    }
    for (String file : circles.needs.keySet()) {
      if (!circles.number.containsKey(file)) {
        circles.visit(file);
      }
    }
    return circles.found;
  }

  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
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
