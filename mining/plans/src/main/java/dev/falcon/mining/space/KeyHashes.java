// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.data.store.DuplicateKeys;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The keys of a list by 64-bit hashes: 8 bytes per key. Two keys may have the same hash, so callers
 * compare the keys themselves.
 */
public final class KeyHashes implements Serializable {
  private static final long serialVersionUID = 1;

  /** No keys. */
  public static final KeyHashes NONE = new KeyHashes(new long[0]);

  private final long[] hashes; // ascending, each once

  private KeyHashes(long[] hashes) {
    this.hashes = hashes;
  }

  /** Returns the keys in a list of vetoes. */
  static KeyHashes of(Path file) {
    Builder keys = new Builder();
    try (TableReader table = TableReader.open(file)) {
      boolean truth = table.columns().contains("image_key");
      int first = table.column(ColumnType.UTF8, truth ? "image_key" : "key_a");
      int second = table.column(ColumnType.UTF8, truth ? "text_key" : "key_b");
      while (table.next()) {
        keys.add(table.getString(first));
        keys.add(table.getString(second));
      }
    }
    return keys.build();
  }

  /** Returns the number of hashes. */
  public int count() {
    return hashes.length;
  }

  /** Returns the index of a key's hash, from 0; negative if no key of the list has this hash. */
  public int index(String key) {
    return Arrays.binarySearch(hashes, DuplicateKeys.hash(key));
  }

  /**
   * Returns whether a list with these keys may refer to a sample with this key, by the key itself
   * or, as a table of truth does, by the key without its number.
   */
  public boolean mayName(String key) {
    if (hashes.length == 0) {
      return false;
    }
    int number = key.lastIndexOf('#');
    return index(key) >= 0 || (number > 0 && index(key.substring(0, number)) >= 0);
  }

  /** Collects keys. */
  private static final class Builder {
    private long[] hashes = new long[16];
    private int count;

    void add(String key) {
      if (count == hashes.length) {
        hashes = Arrays.copyOf(hashes, count + count / 2);
      }
      hashes[count++] = DuplicateKeys.hash(key);
    }

    KeyHashes build() {
      Arrays.sort(hashes, 0, count);
      int distinct = 0;
      for (int i = 0; i < count; i++) {
        if (i == 0 || hashes[i] != hashes[i - 1]) {
          hashes[distinct++] = hashes[i];
        }
      }
      return new KeyHashes(Arrays.copyOf(hashes, distinct));
    }
  }
}
