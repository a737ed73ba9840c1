package dev.falcon.data.store.internal;

/** The strings of one shard, by row; safe for any number of readers. */
public interface TextColumn {
  /** A column of nulls. */
  TextColumn NONE = row -> null;

  /** The string of the row within the shard; null where it has none. */
  String get(long row);

  /** Each row's number in the whole store, for stores that name no keys. */
  static TextColumn rowNumbers(long firstRow) {
    return row -> Long.toString(firstRow + row);
  }
}
