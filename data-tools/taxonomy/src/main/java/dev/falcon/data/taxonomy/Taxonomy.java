// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.TextFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The is-a relation of kinds: a directed acyclic graph with one root. A kind may have several
 * parents.
 */
public final class Taxonomy {
  /** The separator between the names of a kind. */
  static final String NAME_SEPARATOR = "|";

  private static final String HEADER = "child\tparent\tnames";

  private final Map<String, Set<String>> parents;
  private final Map<String, List<String>> names;

  private Taxonomy(Map<String, Set<String>> parents, Map<String, List<String>> names) {
    this.parents = parents;
    this.names = names;
  }

  /**
   * Reads a tab-separated table: a header line {@code child, parent} and optionally {@code names},
   * then one line for each kind and parent. Names are separated by {@code |}, and the first is the
   * usual one; without names, a kind's name is its identifier with underscores read as spaces. The
   * root has an empty parent or no line.
   *
   * @throws FalconException if the table has another form, a cycle, or not exactly one root; the
   *     message names the line and the kinds
   */
  public static Taxonomy read(Path file) {
    List<String> lines;
    try {
      lines = TextFiles.lines(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read as text in UTF-8: " + e.getMessage(), e);
    }
    if (lines.isEmpty() || !HEADER.startsWith(lines.get(0).strip()) || lines.get(0).isBlank()) {
      throw new FalconException(
          file + ": line 1 must be the header 'child', 'parent' and perhaps 'names', with tabs");
    }
    Map<String, Set<String>> parents = new LinkedHashMap<>();
    Map<String, List<String>> names = new HashMap<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        readLine(file + ": line " + (i + 1), lines.get(i), parents, names);
      }
    }
    Taxonomy taxonomy = new Taxonomy(parents, names);
    taxonomy.refuseSeveralRoots(file);
    taxonomy.refuseCycles(file);
    return taxonomy;
  }

  private static void readLine(
      String place,
      String line,
      Map<String, Set<String>> parents,
      Map<String, List<String>> names) {
    String[] cells = line.split("\t", -1);
    if (cells.length < 2 || cells.length > 3 || cells[0].isBlank()) {
      throw new FalconException(
          place
              + ": must be child, parent and perhaps names, separated by tabs; is '"
              + line
              + "'");
    }
    String child = cells[0].strip();
    String parent = cells[1].strip();
    parents.computeIfAbsent(child, kind -> new LinkedHashSet<>());
    if (!parent.isEmpty()) {
      parents.get(child).add(parent);
      parents.computeIfAbsent(parent, kind -> new LinkedHashSet<>());
    }
    if (cells.length == 3 && !cells[2].isBlank()) {
      List<String> given = Arrays.stream(cells[2].split("\\|", -1)).map(String::strip).toList();
      if (given.contains("")) {
        throw new FalconException(place + ": a name of '" + child + "' is empty");
      }
      List<String> before = names.putIfAbsent(child, given);
      if (before != null && !before.equals(given)) {
        throw new FalconException(
            place + ": '" + child + "' had the names " + before + " before; now " + given);
      }
    }
  }

  private void refuseSeveralRoots(Path file) {
    List<String> roots = parents.keySet().stream().filter(k -> parents.get(k).isEmpty()).toList();
    if (roots.size() > 1) {
      throw new FalconException(
          file
              + ": has "
              + roots.size()
              + " roots, such as '"
              + roots.get(0)
              + "' and '"
              + roots.get(1)
              + "'; all but one need a parent");
    }
    if (roots.isEmpty() && parents.isEmpty()) {
      throw new FalconException(file + ": holds no kind");
    }
  }

  /**
   * Removes kinds whose children are all removed, and throws if any remain: these are on or above a
   * cycle.
   */
  private void refuseCycles(Path file) {
    Map<String, Integer> children = new HashMap<>();
    parents.values().forEach(of -> of.forEach(parent -> children.merge(parent, 1, Integer::sum)));
    Deque<String> free = new ArrayDeque<>();
    parents.keySet().stream().filter(kind -> !children.containsKey(kind)).forEach(free::add);
    Set<String> left = new TreeSet<>(parents.keySet());
    while (!free.isEmpty()) {
      String kind = free.remove();
      left.remove(kind);
      for (String parent : parents.get(kind)) {
        if (children.merge(parent, -1, Integer::sum) == 0) {
          free.add(parent);
        }
      }
    }
    if (!left.isEmpty()) {
      throw new FalconException(
          file + ": a kind is its own ancestor: " + String.join(" → ", cycle(left)));
    }
  }

  /**
   * Returns a cycle: follows children from any of the kinds, each of which has a child among them,
   * until a kind repeats.
   */
  private List<String> cycle(Set<String> kinds) {
    Map<String, String> childOf = new HashMap<>();
    for (String kind : kinds) {
      parents.get(kind).stream().filter(kinds::contains).forEach(p -> childOf.put(p, kind));
    }
    List<String> path = new ArrayList<>();
    String kind = kinds.iterator().next();
    while (!path.contains(kind)) {
      path.add(kind);
      kind = childOf.get(kind);
    }
    List<String> cycle = new ArrayList<>(path.subList(path.indexOf(kind), path.size()));
    cycle.add(kind);
    Collections.reverse(cycle);
    return cycle;
  }

  /** Returns whether the table has the kind. */
  public boolean has(String kind) {
    return parents.containsKey(kind);
  }

  /** Returns the kinds without children, in the table's order. */
  public List<String> leaves() {
    Set<String> inner = new HashSet<>();
    parents.values().forEach(inner::addAll);
    return parents.keySet().stream().filter(kind -> !inner.contains(kind)).toList();
  }

  /** Returns the direct parents; empty for the root. */
  public List<String> parents(String kind) {
    return List.copyOf(parents.get(kind));
  }

  /** Returns the kind's usual name. */
  public String name(String kind) {
    return names(kind).get(0);
  }

  /** Returns all the kind's names, the usual one first. */
  public List<String> names(String kind) {
    return names.getOrDefault(kind, List.of(kind.replace('_', ' ')));
  }

  /** Returns the kind and all its ancestors. */
  public Set<String> withAncestors(String kind) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(kind));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (found.add(next)) {
        open.addAll(parents.get(next));
      }
    }
    return found;
  }

  /**
   * Returns all names that are true of an image of the kind: those of the kind and of its
   * ancestors.
   */
  public Set<String> trueNames(String kind) {
    Set<String> all = new HashSet<>();
    withAncestors(kind).forEach(above -> all.addAll(names(above)));
    return all;
  }
}
