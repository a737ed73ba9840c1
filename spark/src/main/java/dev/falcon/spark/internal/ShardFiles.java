package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.spark.internal.Storage.FileState;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
  /** Its name in messages: the file with its keys. */
  public String keyFile() {
    return store + "/" + names.get(names.size() == 3 ? 2 : 0);
  }

  /** The same files after a check. */
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
            String.format(
                Locale.ROOT,
                "%s: has changed since the store was listed: %,d bytes, and then %,d; mine it again",
                name,
                now.bytes(),
                bytes.get(file)));
      }
      if (!modified.isEmpty() && now.modified() != modified.get(file)) {
        throw new FalconException(
            "%s: has changed since the store was checked: at %s, and then at %s; mine it again"
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
