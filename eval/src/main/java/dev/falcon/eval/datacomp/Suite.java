// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Resources;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** DataComp's forty tasks, in the order in which its results are listed. */
public final class Suite {
  /** The revision of the suite whose numbers are reproduced. */
  public static final String VERSION = "datacomp 4a8df19, CLIP_benchmark 1.4.0";

  private static final List<Task> TASKS = read();

  private Suite() {}

  /** Returns all tasks. */
  public static List<Task> tasks() {
    return TASKS;
  }

  /** Returns the task with a key; empty if there is none. */
  public static Optional<Task> find(String key) {
    return TASKS.stream().filter(task -> task.key().equals(key)).findFirst();
  }

  /**
   * Returns the tasks that match any of the patterns, in the suite's order.
   *
   * @param patterns keys with {@code *} and {@code ?}, such as {@code vtab/*}; in a pattern without
   *     a slash, {@code *} also matches slashes; empty for all tasks
   * @throws RequestException if a pattern matches no task
   */
  public static List<Task> matching(List<String> patterns) {
    if (patterns.isEmpty()) {
      return TASKS;
    }
    List<PathMatcher> matchers = new ArrayList<>();
    for (String pattern : patterns) {
      PathMatcher matcher = matcher(pattern);
      if (TASKS.stream().noneMatch(task -> matcher.matches(Path.of(task.key())))) {
        throw new RequestException(
            "'"
                + pattern
                + "' names none of the "
                + TASKS.size()
                + " tasks; see the list of their keys");
      }
      matchers.add(matcher);
    }
    return TASKS.stream()
        .filter(task -> matchers.stream().anyMatch(m -> m.matches(Path.of(task.key()))))
        .toList();
  }

  private static PathMatcher matcher(String pattern) {
    String glob = pattern.indexOf('/') < 0 ? pattern.replace("*", "**") : pattern;
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new RequestException(
          "'" + pattern + "' is not a pattern of tasks: " + e.getDescription());
    }
  }

  private static List<Task> read() {
    JsonNode tasks =
        Resources.read(Suite.class, "datacomp-tasks.json", Json.mapper()::readTree).get("tasks");
    return List.copyOf(Json.mapper().convertValue(tasks, new TypeReference<List<Task>>() {}));
  }
}
