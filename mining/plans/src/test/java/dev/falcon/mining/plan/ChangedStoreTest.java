// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.Miner;
import dev.falcon.mining.PlanMerge;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of which one bit changes while its plan is mined. */
class ChangedStoreTest {
  private static final int ROWS = 1003;
  private static final int DIMENSION = 64;

  @TempDir private Path folder;

  private final SpaceVectors vectors = TestVectors.generate(ROWS, DIMENSION, 50, 3);

  private MiningRequest request(String policy, String output, boolean overwrite) {
    return new MiningRequest(
        EmbeddingStore.open(folder.resolve("store")),
        MiningOptions.of(Policies.parse(policy).quantiles()).withSizes(20, 7),
        folder.resolve(output),
        TableFormat.PARQUET,
        new MiningRequest.Execution(2, 1L << 30),
        overwrite);
  }

  private void mine(String plan, Shard task) {
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineShard(request("grit", plan, false), task);
  }

  private Path ownStore() {
    TestStores.write(folder.resolve("store"), vectors);
    return folder.resolve("store/part-00001.arrow");
  }

  /** As another tool writes it: vectors in one file a side, of two shards. */
  private Path foreignStore() throws IOException {
    TestStores.writeClipRetrieval(folder.resolve("store"), vectors, 600);
    Files.delete(folder.resolve("store/store.json"));
    return folder.resolve("store/img_emb/img_emb_0000.npy");
  }

  /** Changes one bit of a file, and neither its length nor its time. */
  private static void flip(Path file, int at) throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
  }

  @Test
  void noRunBeginsOnAStoreThatIsNotWhatItsManifestSays() throws IOException {
    Path file = ownStore();
    for (int at = 1000; at < Files.size(file); at += 9973) {
      flip(file, at);
      String line = file + ": is not as store.json says; restore the file, or embed again";
      assertThatThrownBy(() -> mine("plan", new Shard(0, 2))).as("byte " + at).hasMessage(line);
      assertThatThrownBy(
              () ->
                  new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
                      .mine(request("grit", "whole.parquet", false)))
          .as("byte " + at)
          .hasMessage(line);
      flip(file, at);
    }
    mine("plan", Shard.WHOLE);
    assertThat(PlanMerge.finish(folder.resolve("plan")).summary().batches()).isPositive();
  }

  @Test
  void aFileOfAnOwnStoreThatWasTouchedIsReadAgainAndRefusedWhereItDiffers() throws IOException {
    Path file = ownStore();
    mine("plan", new Shard(0, 2));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    mine("plan", new Shard(2, 3));
    flip(file, 2000);
    Files.setLastModifiedTime(file, FileTime.fromMillis(2));
    assertThatThrownBy(() -> mine("plan", new Shard(1, 2)))
        .isInstanceOf(FalconException.class)
        .hasMessage(file + ": is not as store.json says; restore the file, or embed again");
  }

  @Test
  void aRowThatChangesBetweenTasksIsSeenByTheTaskThatReadsIt() throws IOException {
    Path file = foreignStore();
    int size = (int) Files.size(file);
    // Further from the file's ends than the cheap comparison of files looks.
    for (int row : new int[] {270, 300, 330}) {
      String plan = "plan-" + row;
      mine(plan, new Shard(1, 1000)); // checks the store, and mines one part
      int at = size - (600 - row) * DIMENSION * Float.BYTES + 3;
      flip(file, at);
      assertThatThrownBy(() -> mine(plan, Shard.WHOLE))
          .isInstanceOf(FalconException.class)
          .hasMessage(
              folder.resolve("store/metadata/metadata_0000.parquet")
                  + ": row "
                  + row
                  + " of the store has changed since the store was checked; restore the file, or"
                  + " mine the plan again (overwrite it)");
      flip(file, at);
      mine(plan, Shard.WHOLE);
      assertThat(PlanMerge.finish(folder.resolve(plan)).summary().batches()).isPositive();
    }
  }

  @Test
  void aStoreThatHasChangedIsMinedWhereThePlanIsOverwritten() throws IOException {
    Path file = foreignStore();
    mine("plan", new Shard(0, 2));
    flip(file, (int) Files.size(file) - 300 * DIMENSION * Float.BYTES);
    Miner miner = new Miner(Sessions.onCpu(), Progress.NONE, note -> {});
    miner.mineShard(request("grit", "plan", true), Shard.WHOLE);
    PlanMerge.toFile(folder.resolve("plan"), folder.resolve("merged.parquet"), false);
    Path whole = miner.mine(request("grit", "whole.parquet", false)).output();
    assertThat(folder.resolve("merged.parquet")).hasSameBinaryContentAs(whole);
  }
}
