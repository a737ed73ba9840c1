package dev.falcon.data.store.internal;

import java.util.Optional;

/** The strings of one shard, by row; safe for any number of readers. */
public interface TextColumn {
  /** A column without strings. */
  TextColumn NONE = row -> Optional.empty();

  /** The string of the row within the shard. */
  Optional<String> get(long row);

  /** Each row's number in the whole store, for stores without keys. */
  static TextColumn rowNumbers(long firstRow) {
    return row -> Optional.of(Long.toString(firstRow + row));
  }
}
