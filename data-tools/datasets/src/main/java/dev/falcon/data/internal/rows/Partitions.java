// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Columns that the folders of a file hold in their names, such as {@code lang=de}, as Spark and
 * Hive write them.
 */
final class Partitions {
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private final Map<String, String> values = new TreeMap<>();

  /** Reads the names of the folders above a file, up to the first that names no column. */
  Partitions(Path file) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      String name = folder.getFileName() == null ? "" : folder.getFileName().toString();
      int sign = name.indexOf('=');
      if (sign <= 0) {
        return;
      }
      String value = name.substring(sign + 1);
      values.put(decoded(name.substring(0, sign)), value.equals(NULL) ? null : decoded(value));
    }
  }

  /** Returns a name in which Hive has escaped characters by their numbers. */
  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name; // a sign that is no escape
    }
  }

  /** Returns the names of the columns. */
  Set<String> columns() {
    return values.keySet();
  }

  /** Adds the columns that the row does not have itself. */
  void addTo(ObjectNode row) {
    values.forEach((name, value) -> row.putIfAbsent(name, row.textNode(value)));
  }
}
