// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Names with {@code *}, {@code ?} and {@code [...]}, expanded as in shells: each part of a path is
 * matched with the names in one folder, and a leading dot must be matched explicitly. Numbers in
 * the names are ordered numerically.
 */
public final class Glob {
  private static final Pattern WILDCARDS = Pattern.compile("[*?\\[]");

  private Glob() {}

  /** Returns whether a name contains wildcards. */
  public static boolean isGlob(String name) {
    return WILDCARDS.matcher(name).find();
  }

  /**
   * Returns the files and folders that match.
   *
   * @throws RequestException if there are none
   */
  public static List<Path> expand(String pattern) {
    List<Path> found = List.of(Path.of(pattern.startsWith("/") ? "/" : ""));
    for (String part : pattern.split("/+", -1)) {
      List<Path> next = new ArrayList<>();
      for (Path folder : found) {
        if (isGlob(part)) {
          next.addAll(children(folder, part));
        } else if (Folders.exists(folder.resolve(part))) {
          next.add(folder.resolve(part));
        }
      }
      found = next;
    }
    if (found.isEmpty()) {
      throw new RequestException(pattern + ": no file matches");
    }
    return found;
  }

  private static List<Path> children(Path folder, String part) {
    if (!Folders.isFolder(folder)) {
      return List.of();
    }
    PathMatcher matcher = matcher(part);
    return Folders.list(folder).stream()
        .filter(child -> matcher.matches(child.getFileName()))
        .filter(child -> part.startsWith(".") || !child.getFileName().toString().startsWith("."))
        .sorted(
            Comparator.comparing(child -> child.getFileName().toString(), NaturalOrder.INSTANCE))
        .toList();
  }

  private static PathMatcher matcher(String part) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + part);
    } catch (PatternSyntaxException e) {
      throw new RequestException(
          "'" + part + "' is no pattern of file names: " + e.getDescription(), e);
    }
  }
}
