// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import java.util.Optional;

/** The strings of one shard, by row. Safe for any number of reading threads. */
public interface TextColumn {
  /** A column without strings. */
  TextColumn NONE = row -> Optional.empty();

  /** Returns the string of a row, numbered within the shard; empty for none. */
  Optional<String> get(long row);
}
