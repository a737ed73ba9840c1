// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import java.util.HashSet;
import java.util.Set;

/** Checks that data that are shown beside a store are those from which it was made. */
public final class DataOfStore {
  private DataOfStore() {}

  /**
   * Refuses data that hold the first key of none of the stores. Data in a store's order are read to
   * their first sample only.
   */
  public static void require(SampleSource data, EmbeddingStore... stores) {
    Set<String> names = new HashSet<>();
    for (EmbeddingStore store : stores) {
      // Rows of several captions have the sample's key and the caption's number.
      names.add(store.key(0));
      names.add(store.key(0).replaceFirst("#[0-9]+$", ""));
    }
    for (int shard = 0; shard < data.shards(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext()) {
          if (names.contains(reader.next().key())) {
            return;
          }
        }
      }
    }
    throw new RequestException(
        stores[0].folder()
            + ": has rows with keys that "
            + data.name()
            + " does not hold, the first '"
            + stores[0].key(0)
            + "'; name the data that the store was made of");
  }
}
