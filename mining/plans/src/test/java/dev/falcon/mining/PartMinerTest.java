// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.internal.run.StoreRows;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PlanManifest;
import dev.falcon.mining.plan.PlanRequest;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.Shuffle;
import dev.falcon.mining.space.KeyHashes;
import dev.falcon.mining.space.VetoPairs;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts mined one by one, as an engine does that brings their rows. */
class PartMinerTest {
  private static final int ROWS = 403;

  @TempDir private Path folder;

  private static MiningOptions options(Constraints constraints) {
    return new MiningOptions(
        Composition.of(new QuantilePolicy.Fixed(1)), 20, 7, 20, 2, 9, true, constraints, 0);
  }

  @Test
  void anEnginesPartsAndManifestAreThoseOfAFolderInOneGo() throws IOException {
    EmbeddingStore store =
        TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, 16, 50, 3));
    StringBuilder pairs = new StringBuilder("key_a,key_b\n");
    for (int row = 0; row < 200; row++) {
      pairs.append("key-").append(row).append(",key-").append(row + 1).append('\n');
    }
    Path veto = Files.writeString(folder.resolve("veto.csv"), pairs.append("key-3,nobody\n"));
    Constraints constraints =
        new Constraints(Set.of(), Optional.of(veto), Optional.empty(), false, RankWindow.ALL);
    MiningOptions options = options(constraints);
    Path whole = folder.resolve("whole");
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                store,
                options,
                whole,
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));

    StoreReport check = StoreCheck.run(store, Progress.NONE);
    MiningPlan plan = MiningPlan.of(options, check, store.shardStarts());
    StoreRows rows = new StoreRows(store);
    List<Long> named = new ArrayList<>();
    KeyHashes keys = VetoPairs.keys(veto);
    for (long row = 0; row < store.rows(); row++) {
      if (keys.mayName(store.key(row))) {
        named.add(row);
      }
    }
    PartMiner.Work work =
        new PartMiner.Work(
            options,
            Optional.of(VetoPairs.find(veto, VetoPairs.keys(veto), rows, named)),
            TableFormat.PARQUET,
            MiningPlan.provenance(options, TableFormat.PARQUET, store.inputs(), ROWS));
    PlanRequest request = PartMiner.request(plan, work, check);
    List<byte[]> summaries = new ArrayList<>();
    try (PartMiner miner = PartMiner.open(plan, work, 16, 1, 1L << 30, Sessions.onCpu());
        Progress.Task none = Progress.NONE.begin("mining", -1, "samples")) {
      for (int part = 0; part < plan.parts(); part++) {
        Shuffle shuffle = plan.shuffle(plan.epoch(part));
        Path table = folder.resolve(request.table(part));
        PartMiner.Mined mined = miner.mine(part, shuffle, rows, table, none);
        assertThat(table).hasSameBinaryContentAs(whole.resolve(request.table(part)));
        assertThat(mined.rows()).isEqualTo(plan.rows(part));
        summaries.add(mined.summary());
        for (int place = 0; place < plan.rows(part); place++) {
          assertThat(plan.partOf(plan.epoch(part), plan.start(part) + place)).isEqualTo(part);
        }
      }
    }
    Path manifestFile = whole.resolve(PlanManifest.FILE_NAME);
    PlanManifest manifest = Json.read(manifestFile, PlanManifest.class);
    assertThat(RecordFile.text(PlanManifest.of(request, manifest.parts(), summaries)))
        .isEqualTo(Files.readString(manifestFile));
  }

  @Test
  void theProvenanceNamesThePermutationOfManyRows() {
    MiningOptions options = options(Constraints.NONE);
    assertThat(
            MiningPlan.provenance(options, TableFormat.PARQUET, List.of(), (1L << 24) + 1)
                .options())
        .containsEntry("shuffle", "feistel");
    assertThat(MiningPlan.provenance(options, TableFormat.PARQUET, List.of(), 1L << 24).options())
        .doesNotContainKey("shuffle");
  }
}
