package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.spark.internal.Storage.FileState;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The files of one shard of a store.
 *
 * @param names within the store, in the layout's order
 * @param bytes how long they were when the store was listed
 * @param modified when they were changed last as they were checked; empty before they were
 * @param sha256 their digests, as the store's manifest has them or a check has found them; empty
 *     where neither is
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
    List<String> sha256,
    long firstRow,
    long rows,
    int perImage)
    implements Serializable {
  /** Its name in messages: the file with its keys. */
  public String keyFile() {
    return store + "/" + keyName();
  }

  /** The file with its keys, within the store. */
  String keyName() {
    return names.get(names.size() == 3 ? 2 : 0);
  }

  /** The same files with another first row. */
  ShardFiles from(long row) {
    return new ShardFiles(layout, store, names, bytes, modified, sha256, row, rows, perImage);
  }

  /** The same files after a check. */
  ShardFiles checked(List<Long> times, List<String> digests) {
    return new ShardFiles(layout, store, names, bytes, times, digests, firstRow, rows, perImage);
  }

  /** The files, for the provenance. */
  List<Provenance.Input> inputs(List<String> digests) {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new Provenance.Input(names.get(i), bytes.get(i), digests.get(i)))
        .toList();
  }

  /**
   * Refuses files of other digests than are known.
   *
   * @param found their digests
   */
  void requireDigests(List<String> found) {
    for (int file = 0; file < sha256.size(); file++) {
      if (!found.get(file).equals(sha256.get(file))) {
        throw new FalconException(
            store
                + "/"
                + names.get(file)
                + (modified.isEmpty()
                    ? ": is not as store.json says; restore the file, or embed again"
                    : ": has changed since the store was checked; mine it again"));
      }
    }
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
