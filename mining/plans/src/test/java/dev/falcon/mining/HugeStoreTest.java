// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of more rows than an array has places, whose shards are all the same file. */
class HugeStoreTest {
  private static final int SHARDS = 128;
  private static final int ROWS = 1 << 24;

  @TempDir private Path folder;

  private EmbeddingStore store() throws IOException {
    Path one = folder.resolve("one.npy");
    try (NpyWriter shard = new NpyWriter(one, NpyType.FLOAT16, 1)) {
      float[] vector = {1};
      for (int row = 0; row < ROWS; row++) {
        shard.append(vector, 0);
      }
    }
    Path store = folder.resolve("store");
    for (String kind : new String[] {"img_emb", "text_emb"}) {
      Path shards = Files.createDirectories(store.resolve(kind));
      for (int shard = 0; shard < SHARDS; shard++) {
        Files.createLink(shards.resolve(kind + "_" + shard + ".npy"), one);
      }
    }
    return EmbeddingStore.open(store);
  }

  @Test
  void isNotMined() throws IOException {
    EmbeddingStore store = store();
    MiningRequest request =
        new MiningRequest(
            store,
            MiningOptions.of(Policies.parse("1").quantiles()),
            folder.resolve("plan.parquet"),
            TableFormat.PARQUET,
            new MiningRequest.Execution(1, 1L << 28),
            false);

    assertThatThrownBy(() -> new Miner(Sessions.onCpu(), Progress.NONE, note -> {}).mine(request))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            store.folder()
                + ": has 2,147,483,648 rows; at most 2,147,483,639 can be checked and mined");
  }
}
