// SPDX-License-Identifier: Apache-2.0
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
 * @param names the files' names within the store, in the layout's order
 * @param bytes the files' sizes when the store was listed, in bytes
 * @param modified the files' times of modification when they were checked, in milliseconds since
 *     1970; empty before the check
 * @param sha256 the files' digests, from the store's manifest or the check; empty if neither exists
 * @param firstRow the number of the shard's first row in the store
 * @param rows the number of rows of the shard
 * @param perImage the number of vectors of an image
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
  /** Returns the shard's name in messages: the path of the file with its keys. */
  public String keyFile() {
    return store + "/" + keyName();
  }

  /** Returns the name, within the store, of the file with the shard's keys. */
  String keyName() {
    return names.get(names.size() == 3 ? 2 : 0);
  }

  /** Returns a copy with another first row. */
  ShardFiles from(long row) {
    return new ShardFiles(layout, store, names, bytes, modified, sha256, row, rows, perImage);
  }

  /** Returns a copy with the findings of a check. */
  ShardFiles checked(List<Long> times, List<String> digests) {
    return new ShardFiles(layout, store, names, bytes, times, digests, firstRow, rows, perImage);
  }

  /** Returns the files, for the provenance. */
  List<Provenance.Input> inputs(List<String> digests) {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new Provenance.Input(names.get(i), bytes.get(i), digests.get(i)))
        .toList();
  }

  /**
   * Refuses files whose digests differ from the known ones.
   *
   * @param found the digests of the files as they were read
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
   * Refuses files that have changed since they were listed or checked.
   *
   * @return the files' times of modification, in milliseconds since 1970
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
