// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.List;

/**
 * An unusable input row. It is listed with the reason, and the run continues.
 *
 * @param source the file or shard that contains it
 * @param key the row's key, or its position in the file when the key is unknown
 * @param reason what is wrong and, where that helps, what would be right; one line
 */
public record Reject(String source, String key, String reason) {
  /** The reason for a row without a key among rows with keys. */
  public static final String NO_KEY = "its key is null or empty; every row must have one";

  /** Returns why an input without a usable row has none: the first reason, or that it is empty. */
  public static String why(List<Reject> rejects) {
    return rejects.isEmpty() ? "it is empty" : rejects.get(0).reason();
  }
}
