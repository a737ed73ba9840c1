package dev.falcon.spark.internal.storage;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.layout.StoreLayout;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one shard of a store.
 *
 * @param names within the store, in the layout's order
 * @param bytes how long they were when the store was listed
 * @param modified when they were changed last as they were checked; empty before they were
 * @param firstRow the number of its first row in the store
 * @param rows how many it has
 * @param perImage how many vectors an image has
 */
public record ShardFiles(
    StoreLayout layout,
    String store,
    List<String> names,
    List<Long> bytes,
    List<Long> modified,
    long firstRow,
    long rows,
    int perImage)
    implements Serializable {
  /** What messages call it: the file that holds its keys. */
  public String keyFile() {
    return store + "/" + names.get(names.size() == 3 ? 2 : 0);
  }

  /** The same files, which have been checked. */
  ShardFiles checked(List<Long> times) {
    return new ShardFiles(layout, store, names, bytes, times, firstRow, rows, perImage);
  }

  /**
   * Refuses files that are not as they were listed, or not those that were checked.
   *
   * @return when they were changed last
   */
  List<Long> requireUnchanged(Storage storage) {
    List<Long> times = new ArrayList<>();
    for (int file = 0; file < names.size(); file++) {
      String name = store + "/" + names.get(file);
      FileState now = storage.state(name);
      if (now.bytes() != bytes.get(file)) {
        throw new FalconException(
            "%s: has changed since the store was listed: %,d bytes, and then %,d; mine all anew"
                .formatted(name, now.bytes(), bytes.get(file)));
      }
      if (!modified.isEmpty() && now.modified() != modified.get(file)) {
        throw new FalconException(
            "%s: has changed since the store was checked: at %s, and then at %s; mine all anew"
                .formatted(
                    name,
                    Instant.ofEpochMilli(modified.get(file)),
                    Instant.ofEpochMilli(now.modified())));
      }
      times.add(now.modified());
    }
    return times;
  }
}
