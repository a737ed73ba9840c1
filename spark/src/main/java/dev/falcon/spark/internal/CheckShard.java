package dev.falcon.spark.internal;

import dev.falcon.data.Sha256;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreShard;
import dev.falcon.mining.space.VetoPairs;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;

/**
 * Checks one shard of a store: its vectors, and the digests of its keys, 16 bytes each.
 *
 * @param vetoed the keys that a list of vetoes names
 * @param digestFiles whether to digest the files, too
 */
record CheckShard(
    Broadcast<Storage> storage, Broadcast<HashSet<String>> vetoed, boolean digestFiles)
    implements Function<ShardFiles, ShardFinding> {
  static final int DIGEST_BYTES = 16;

  @Override
  public ShardFinding call(ShardFiles files) {
    try (FetchedShard fetched = new FetchedShard(files, storage.value())) {
      StoreShard shard = fetched.shard();
      long firstRow = files.firstRow();
      StoreCheck.StretchReport vectors = StoreCheck.vectors(shard);
      List<ShardFinding.Row> rejected = new ArrayList<>();
      vectors
          .reasons()
          .forEach(
              (row, reason) ->
                  rejected.add(new ShardFinding.Row(firstRow + row, shard.key(row), reason)));
      List<ShardFinding.Row> named = new ArrayList<>();
      ByteArrayOutputStream digests = new ByteArrayOutputStream();
      for (long row = 0; row < shard.rows(); row++) {
        String key = shard.key(row);
        byte[] digest = Sha256.digest().digest(key.getBytes(StandardCharsets.UTF_8));
        digests.write(digest, 0, DIGEST_BYTES);
        boolean first = firstRow + row == 0;
        if (first || (!vetoed.value().isEmpty() && VetoPairs.mayName(vetoed.value(), key))) {
          named.add(new ShardFinding.Row(firstRow + row, key, ""));
        }
      }
      List<String> inputDigests = new ArrayList<>();
      if (digestFiles) {
        for (Path file : fetched.files()) {
          inputDigests.add(Sha256.of(file));
        }
      }
      return new ShardFinding(
          firstRow,
          shard.dimension(),
          shard.vectorType(),
          shard.hasImageIds(),
          shard.hasCaptions(),
          vectors.rescaledRows(),
          rejected,
          named,
          digests.toByteArray(),
          fetched.modified(),
          digestFiles ? files.names() : List.of(),
          digestFiles ? files.bytes() : List.of(),
          inputDigests);
    }
  }
}
