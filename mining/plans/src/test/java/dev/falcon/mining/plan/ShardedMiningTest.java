// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.Miner;
import dev.falcon.mining.PlanMerge;
import dev.falcon.mining.PlanRows;
import dev.falcon.mining.PlanStatus;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardedMiningTest {
  private static final int ROWS = 1003;

  @TempDir private Path folder;
  private EmbeddingStore store;

  @BeforeEach
  void writeStore() {
    store = TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, 16, 50, 3));
  }

  private static MiningOptions options(String policy, int shuffledShards) {
    NamedPolicy named = Policies.parse(policy);
    return new MiningOptions(
        Composition.of(named.quantiles()),
        20,
        7,
        100,
        2,
        9,
        true,
        named.constraints(Constraints.NONE),
        shuffledShards);
  }

  private MiningRequest request(MiningOptions options, String output) {
    return new MiningRequest(
        store,
        options,
        folder.resolve(output),
        TableFormat.PARQUET,
        new MiningRequest.Execution(2, 1L << 30),
        false);
  }

  private MiningRequest request(String policy, String output) {
    return request(options(policy, 0), output);
  }

  private static Miner miner() {
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {});
  }

  private void requireMergedEquals(String plan, Path whole) {
    Path merged = folder.resolve(plan + "-merged.parquet");
    PlanMerge.toFile(folder.resolve(plan), merged, false);
    assertThat(merged).hasSameBinaryContentAs(whole);
    assertThat(Path.of(merged + ".json")).hasSameBinaryContentAs(Path.of(whole + ".json"));
  }

  @ParameterizedTest
  @CsvSource({"falcon+, 1", "random, 3", "uniform, 7", "falcon+, 7"})
  void anyNumberOfTasksMakeTheSinglePlansBytes(String policy, int count) throws IOException {
    Path whole = miner().mine(request(policy, "whole.parquet")).output();
    int mined = 0;
    for (int index = count - 1; index >= 0; index--) {
      ShardResult result = miner().mineShard(request(policy, "parts"), new Shard(index, count));
      mined += result.mined();
      assertThat(result.missing()).isEqualTo(result.parts() - mined);
    }
    Path parts = folder.resolve("parts");
    // As a task that was killed leaves it.
    Files.createFile(parts.resolve("tasks.json." + UUID.randomUUID() + ".partial"));
    PlanMerge.finish(parts);
    try (Stream<Path> left = Files.list(parts)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.matches("plan.json|part-\\d{5}.parquet"));
    }
    requireMergedEquals("parts", whole);
  }

  @Test
  void doneUnitsAreSkippedAndTheNumberOfTasksMayChange() {
    Path whole = miner().mine(request("grit", "whole.parquet")).output();
    ShardResult first = miner().mineShard(request("grit", "plan"), new Shard(1, 3));
    assertThat(first.parts()).isEqualTo(102);
    assertThat(first.mined()).isEqualTo(34);
    assertThatThrownBy(() -> PlanMerge.finish(folder.resolve("plan")))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("plan")
                + ": 68 of 102 parts are missing; mine them by tasks --array=0,2 of 3");
    ShardResult again = miner().mineShard(request("grit", "plan"), new Shard(1, 3));
    assertThat(again.mined()).isZero();
    assertThat(again.found()).isEqualTo(34);
    miner().mineShard(request("grit", "plan"), new Shard(0, 2));
    ShardResult last = miner().mineShard(request("grit", "plan"), new Shard(1, 2));
    assertThat(last.mined()).isEqualTo(34);
    assertThat(last.missing()).isZero();
    requireMergedEquals("plan", whole);
  }

  @Test
  void tasksMayDoTheSameAtTheSameTime() {
    Path whole = miner().mine(request("grit", "whole.parquet")).output();
    List<CompletableFuture<ShardResult>> tasks = new ArrayList<>();
    for (Shard shard : List.of(new Shard(0, 2), new Shard(1, 2), Shard.WHOLE, new Shard(0, 2))) {
      tasks.add(
          CompletableFuture.supplyAsync(() -> miner().mineShard(request("grit", "plan"), shard)));
    }
    tasks.forEach(CompletableFuture::join);
    requireMergedEquals("plan", whole);
  }

  @Test
  void aFolderInOneGoIsTheSamePlanAndReadsAsOneTable() {
    Path whole = miner().mine(request("0.7", "whole.parquet")).output();
    miner().mineFolder(request("0.7", "plan"));
    assertThat(PlanRows.read(folder.resolve("plan"))).isEqualTo(PlanRows.read(whole));
    requireMergedEquals("plan", whole);
    ShardResult late = miner().mineShard(request("0.7", "plan"), new Shard(0, 2));
    assertThat(late.mined()).isZero();
    assertThat(late.found()).isEqualTo(51);
    assertThat(late.missing()).isZero();
    assertThatThrownBy(() -> miner().mineFolder(request("0.6", "plan")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("already exists");
  }

  @Test
  void tasksThatOverwriteLeaveTheEarlierPlanUntilTheirsIsWhole() {
    Path plan = folder.resolve("plan");
    Path whole = miner().mine(request("grit", "whole.parquet")).output();
    miner().mineFolder(request("0.7", "plan"));
    List<PlanRows> earlier = PlanRows.read(plan);
    MiningRequest asked = request("grit", "plan");
    MiningRequest over =
        new MiningRequest(
            asked.store(), asked.options(), plan, asked.format(), asked.execution(), true);
    assertThat(miner().mineShard(over, new Shard(0, 2)).missing()).isEqualTo(51);
    assertThat(PlanRows.read(plan)).isEqualTo(earlier);
    assertThat(PlanStatus.of(plan).orElseThrow().missing()).hasSize(51);
    assertThatThrownBy(() -> PlanMerge.finish(plan))
        .hasMessageContaining("51 of 102 parts are missing");
    assertThat(PlanRows.read(plan)).isEqualTo(earlier);
    assertThat(miner().mineShard(over, new Shard(1, 2)).missing()).isZero();
    assertThat(miner().mineShard(over, new Shard(1, 2)).found()).isEqualTo(51);
    requireMergedEquals("plan", whole);
    assertThat(plan.resolve(".new")).doesNotExist();
    assertThat(PlanStatus.of(plan).orElseThrow().complete()).isTrue();
  }

  @Test
  void shuffledShardsAreMinedInPartsToo() {
    MiningOptions sharded = options("grit", 2);
    Path near = miner().mine(request(sharded, "near.parquet")).output();
    miner().mineFolder(request(sharded, "near"));
    requireMergedEquals("near", near);
  }

  @Test
  void refusesPartsOfDifferentRequestsInOneLine() throws IOException {
    miner().mineShard(request("grit", "plan"), new Shard(0, 2));
    assertThatThrownBy(() -> miner().mineShard(request("0.5", "plan"), new Shard(1, 2)))
        .hasMessageContaining("holds parts of another request: there {quantiles=1.0}");
    miner().mineShard(request("grit", "plan"), new Shard(1, 2));
    Path part = folder.resolve("plan/part-00003.parquet");
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 1;
    Files.write(part, bytes);
    assertThatThrownBy(() -> PlanMerge.finish(folder.resolve("plan")))
        .hasMessage(part + ": is not as it was written; remove it, and mine part 3 again");
    Files.delete(part);
    assertThatThrownBy(() -> PlanMerge.finish(folder.resolve("plan")))
        .hasMessageContaining("1 of 102 parts is missing; mine them by tasks --array=1 of 2");
    assertThatThrownBy(() -> PlanMerge.finish(folder.resolve("store")))
        .hasMessageContaining("holds no parts");
    assertThatThrownBy(() -> Shard.parse("3/3")).hasMessageContaining("I from 0 to N - 1");
    assertThatThrownBy(() -> Shard.parse("one")).hasMessageContaining("shard=one");
  }

  @Test
  void aBitThatChangesInAFinishedPartIsSeenByTheNextMerge() throws IOException {
    miner().mineFolder(request("grit", "plan"));
    Path plan = folder.resolve("plan");
    Path part = plan.resolve("part-00007.parquet");
    byte[] bytes = Files.readAllBytes(part);
    for (int at = 0; at < bytes.length; at += 997) {
      bytes[at] ^= 8;
      Files.write(part, bytes);
      bytes[at] ^= 8;
      String line =
          part + ": is not as it was written; restore it, or mine the plan again (overwrite it)";
      assertThatThrownBy(() -> PlanMerge.finish(plan)).as("byte " + at).hasMessage(line);
      assertThatThrownBy(() -> PlanMerge.toFile(plan, folder.resolve("one.parquet"), false))
          .as("byte " + at)
          .hasMessage(line);
      assertThat(folder.resolve("one.parquet")).doesNotExist();
    }
    Files.write(part, bytes);
    assertThat(PlanMerge.finish(plan).summary().batches()).isPositive();
  }

  @Test
  void aBitThatChangesInTheRejectedRowsIsSeenByTheNextMerge() throws IOException {
    SpaceVectors vectors = TestVectors.generate(ROWS, 16, 50, 3);
    store = TestStores.writeRepeating(folder.resolve("rejecting"), vectors, 25);
    miner().mineShard(request("grit", "plan"), Shard.WHOLE);
    Path plan = folder.resolve("plan");
    MiningResult merged = PlanMerge.finish(plan);
    assertThat(merged.rejects()).hasSize(40);
    Path file = plan.resolve("rejects.parquet");
    byte[] bytes = Files.readAllBytes(file);
    int refused = 0;
    for (int at = 0; at < bytes.length; at += 11) {
      bytes[at] ^= 2;
      Files.write(file, bytes);
      bytes[at] ^= 2;
      try {
        assertThat(PlanMerge.finish(plan)).as("byte " + at).isEqualTo(merged);
      } catch (FalconException e) {
        assertThat(e).hasMessageStartingWith(file + ": ");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(15); // other bits change no row
    Files.delete(file);
    assertThatThrownBy(() -> PlanMerge.finish(plan))
        .hasMessage(file + ": is missing; restore it, or mine the plan again (overwrite it)");
    Files.write(file, bytes);
    assertThat(PlanMerge.finish(plan)).isEqualTo(merged);
  }

  @Test
  void aBitThatChangesInWhatIsRecordedOfAPartIsSeenByTheMerge() throws IOException {
    miner().mineShard(request("grit", "plan"), Shard.WHOLE);
    Path plan = folder.resolve("plan");
    for (String name : List.of("part-00007.json", "store-check.json")) {
      Path record = plan.resolve(name);
      byte[] bytes = Files.readAllBytes(record);
      int end = Files.readString(record).indexOf(",\n  \"record_sha256\""); // its own digest
      for (int at = 0; at < end; at += 7) {
        bytes[at] ^= 2;
        Files.write(record, bytes);
        bytes[at] ^= 2;
        assertThatThrownBy(() -> PlanMerge.finish(plan))
            .as(name + ", byte " + at)
            .isInstanceOf(FalconException.class)
            .hasMessageStartingWith(record + ": ");
      }
      Files.write(record, bytes);
    }
    assertThat(plan.resolve("plan.json")).doesNotExist();
    MiningResult merged = PlanMerge.finish(plan);
    assertThat(PlanMerge.finish(plan)).isEqualTo(merged);
    Path manifest = plan.resolve("plan.json");
    String whole = Files.readString(manifest);
    Files.writeString(manifest, whole.replaceFirst("\"batches\" : \\d", "\"batches\" : 0"));
    assertThatThrownBy(() -> PlanMerge.finish(plan))
        .hasMessage(
            manifest
                + ": is not as it was written; restore it, or mine the plan again (overwrite it)");
  }

  @Test
  void aStoreThatHasChangedBetweenTasksIsRefusedInOneLine() {
    miner().mineShard(request("grit", "plan"), new Shard(0, 2));
    store = TestStores.write(folder.resolve("changed"), TestVectors.generate(ROWS - 30, 16, 50, 4));
    assertThatThrownBy(() -> miner().mineShard(request("grit", "plan"), new Shard(1, 2)))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("plan")
                + ": holds parts of another request: the store, or another input, has changed"
                + " since; overwrite it");
  }
}
