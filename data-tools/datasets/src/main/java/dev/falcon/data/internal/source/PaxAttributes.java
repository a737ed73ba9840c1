// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The records {@code "length key=value\n"} of a pax extended header; the length is in bytes. */
final class PaxAttributes {
  private PaxAttributes() {}

  /**
   * Returns the last value of the key; empty if there is none, or if a record before it is broken.
   */
  static Optional<String> value(String attributes, String key) {
    byte[] bytes = attributes.getBytes(StandardCharsets.UTF_8);
    Optional<String> found = Optional.empty();
    int start = 0;
    while (start < bytes.length) {
      int length = 0;
      int i = start;
      while (i < bytes.length && bytes[i] >= '0' && bytes[i] <= '9') {
        length = length * 10 + bytes[i] - '0';
        i++;
      }
      int end = start + length;
      if (i >= bytes.length || bytes[i] != ' ' || end <= i || end > bytes.length) {
        return found;
      }
      String record = new String(bytes, i + 1, end - i - 2, StandardCharsets.UTF_8);
      if (record.startsWith(key + '=')) {
        found = Optional.of(record.substring(key.length() + 1));
      }
      start = end;
    }
    return found;
  }
}
