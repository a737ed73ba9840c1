// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.Miner;
import dev.falcon.mining.PlanMerge;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of Parquet files with columns of vectors, beside those of the same vectors in a store. */
class ParquetStorePlanTest {
  private static final int ROWS = 1003;
  private static final int DIMENSION = 32;

  @TempDir private Path folder;

  private MiningRequest request(Path store, String output, TableFormat format) {
    return new MiningRequest(
        EmbeddingStore.open(store),
        MiningOptions.of(Policies.parse("falcon+").quantiles()).withSizes(60, 7),
        folder.resolve(output),
        format,
        new MiningRequest.Execution(2, 1L << 30),
        false);
  }

  private static Miner miner() {
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {});
  }

  /** Writes the store's rows as two Parquet files. */
  private Path parquet(EmbeddingStore store) throws IOException {
    Path files = Files.createDirectory(folder.resolve("vectors"));
    TableSchema schema =
        new TableSchema(
            List.of(
                new TableSchema.Column("key", ColumnType.UTF8, false),
                new TableSchema.Column("image_embedding", ColumnType.FLOAT32_LIST, false),
                new TableSchema.Column("text_embedding", ColumnType.FLOAT32_LIST, false)));
    float[] image = new float[DIMENSION];
    float[] text = new float[DIMENSION];
    for (int part = 0; part < 2; part++) {
      Path file = files.resolve("part-" + part + ".parquet");
      try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
        for (int row = part * 600; row < (part == 0 ? 600 : ROWS); row++) {
          store.readRange(row, row + 1, image, text);
          table.setString(0, store.key(row)).setFloats(1, list(image)).setFloats(2, list(text));
          table.endRow();
        }
        table.commit();
      }
    }
    return files;
  }

  private static List<Float> list(float[] vector) {
    return IntStream.range(0, vector.length).mapToObj(i -> vector[i]).toList();
  }

  @Test
  void theyHaveTheSameBytes() throws IOException {
    Path own = folder.resolve("own");
    TestStores.write(own, TestVectors.generate(ROWS, DIMENSION, 50, 3));
    Path files = parquet(EmbeddingStore.open(own));
    Path expected = miner().mine(request(own, "own.csv", TableFormat.CSV)).output();

    Path plan = miner().mine(request(files, "plan.csv", TableFormat.CSV)).output();

    assertThat(EmbeddingStore.open(files).layout()).isEqualTo(StoreLayout.PARQUET);
    assertThat(plan).hasSameBinaryContentAs(expected); // a table of CSV holds no provenance
    for (int task = 0; task < 3; task++) {
      miner().mineShard(request(files, "parts", TableFormat.PARQUET), new Shard(task, 3));
    }
    miner().mine(request(files, "whole.parquet", TableFormat.PARQUET));
    Path merged = folder.resolve("merged.parquet");
    PlanMerge.toFile(folder.resolve("parts"), merged, false);
    assertThat(merged).hasSameBinaryContentAs(folder.resolve("whole.parquet"));
  }
}
