package dev.falcon.spark.internal.storage;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.layout.StoreLayout;
import java.io.Serializable;
import java.util.List;

/**
 * The files of one shard of a store.
 *
 * @param names within the store, in the layout's order
 * @param bytes how long they were when the store was listed
 * @param firstRow the number of its first row in the store
 * @param rows how many it has
 * @param perImage how many vectors an image has
 */
public record ShardFiles(
    StoreLayout layout,
    String store,
    List<String> names,
    List<Long> bytes,
    long firstRow,
    long rows,
    int perImage)
    implements Serializable {
  /** What messages call it: the file that holds its keys. */
  public String keyFile() {
    return store + "/" + names.get(names.size() == 3 ? 2 : 0);
  }

  /** Refuses files that are not as they were listed. */
  void requireUnchanged(Storage storage) {
    for (int file = 0; file < names.size(); file++) {
      String name = store + "/" + names.get(file);
      long now = storage.size(name);
      if (now != bytes.get(file)) {
        throw new FalconException(
            "%s: has changed since the store was listed: %,d bytes, and then %,d; mine all anew"
                .formatted(name, now, bytes.get(file)));
      }
    }
  }
}
