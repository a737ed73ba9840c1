// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreShard;
import dev.falcon.mining.space.KeyHashes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;

/**
 * Checks one shard of a store: computes the digests of its files, checks its vectors, and computes
 * the digests of its keys, 16 bytes each.
 *
 * @param store the store's name, for messages
 * @param vetoed the keys in a list of vetoes
 */
record CheckShard(String store, Broadcast<Storage> storage, Broadcast<KeyHashes> vetoed)
    implements Function<ShardFiles, ShardFinding> {
  static final int DIGEST_BYTES = 16;
  private static final byte NO_LETTER = -1; // in UTF-8

  @Override
  public ShardFinding call(ShardFiles files) {
    try (FetchedShard fetched = new FetchedShard(files, storage.value())) {
      StoreShard shard = fetched.shard();
      long firstRow = files.firstRow();
      StoreCheck.StretchReport vectors = StoreCheck.vectors(shard);
      SortedMap<Long, String> reasons = new TreeMap<>(vectors.reasons());
      RowNotes.Builder named = new RowNotes.Builder();
      ByteArrayOutputStream digests = new ByteArrayOutputStream();
      for (long row = 0; row < shard.rows(); row++) {
        String key = shard.key(row);
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        if (!shard.hasKey(row)) {
          reasons.put(row, Reject.NO_KEY);
          text = Arrays.copyOf(text, text.length + 1);
          text[text.length - 1] = NO_LETTER; // equal to no key, though one may be a row's number
        }
        byte[] digest = Sha256.digest().digest(text);
        digests.write(digest, 0, DIGEST_BYTES);
        if (firstRow + row == 0 || vetoed.value().mayName(key)) {
          named.add(firstRow + row, key, "");
        }
      }
      RowNotes.Builder rejected = new RowNotes.Builder();
      reasons.forEach((row, reason) -> rejected.add(firstRow + row, shard.key(row), reason));
      return new ShardFinding(
          firstRow,
          shard.dimension(),
          shard.vectorType(),
          shard.hasImageIds(),
          shard.hasCaptions(),
          shard.columns(),
          shard.numberedNote(store).orElse(""),
          vectors.rescaledRows(),
          rejected.build(),
          named.build(),
          digests.toByteArray(),
          fetched.modified(),
          fetched.sha256());
    }
  }
}
