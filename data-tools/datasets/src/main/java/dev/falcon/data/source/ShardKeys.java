// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Puts the name of a shard before its keys, if that is asked for. */
final class ShardKeys {
  private final SampleSource source;
  private final boolean wanted;
  private boolean checked;

  ShardKeys(SampleSource source, boolean wanted) {
    this.source = source;
    this.wanted = wanted;
  }

  /**
   * Returns how to change the keys of a shard.
   *
   * @throws RequestException if two shards have the same name
   */
  UnaryOperator<String> of(int shard) {
    if (!wanted) {
      return key -> key;
    }
    requireDistinct();
    String prefix = prefix(shard);
    return key -> prefix + '/' + key;
  }

  private synchronized void requireDistinct() {
    Set<String> names = new HashSet<>();
    for (int shard = 0; !checked && shard < source.shards(); shard++) {
      if (!names.add(prefix(shard))) {
        throw new RequestException(
            source.name()
                + ": two shards are named "
                + prefix(shard)
                + ", so that keys would not differ by the shard's name; rename one");
      }
    }
    checked = true;
  }

  /** Returns the shard's name without the endings of its file. */
  private String prefix(int shard) {
    return source
        .shardName(shard)
        .replaceFirst("\\.(tar|tgz|tar\\.gz|parquet|jsonl?|csv|tsv)(\\.gz)?(?=#|$)", "");
  }
}
