// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.CheckedRows;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.work.Shard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedCheckTest {
  private static final int DIMENSION = 4;

  @TempDir private Path folder;

  /** Five shards of ten rows; row 33 has the key of row 5, and row 17 is zero. */
  private EmbeddingStore store(String name, int seed) {
    Path place = folder.resolve(name);
    StoreOptions options =
        new StoreOptions(
            StoreLayout.CLIP_RETRIEVAL,
            VectorType.FLOAT32,
            DIMENSION,
            10,
            false,
            false,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(seed, "vectors");
    try (StoreWriter writer = StoreWriter.open(place, options, false)) {
      for (int row = 0; row < 50; row++) {
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
          vector[i] = (float) random.nextGaussian();
        }
        writer.append(
            "key-" + (row == 33 ? 5 : row),
            Optional.empty(),
            Optional.empty(),
            vector,
            0,
            vector,
            0);
      }
      writer.finish();
    }
    try {
      // As another tool leaves it, with a zero vector.
      Files.delete(place.resolve("store.json"));
      Path file = place.resolve("img_emb/img_emb_0001.npy");
      byte[] bytes = Files.readAllBytes(file);
      int begin = bytes.length - 3 * DIMENSION * Float.BYTES;
      for (int i = begin; i < begin + DIMENSION * Float.BYTES; i++) {
        bytes[i] = 0;
      }
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return EmbeddingStore.open(place);
  }

  private SharedCheck task(int index, int count) {
    return new SharedCheck(
        folder.resolve("checks"), folder.resolve("whole.json"), new Shard(index, count));
  }

  private List<Path> reports() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("checks"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void tasksFindTheSameAsOneCheckAndLeaveOneReportForEachShard() throws IOException {
    EmbeddingStore store = store("store", 1);
    StoreReport alone = StoreCheck.run(store, Progress.NONE);
    assertThat(alone.rejectedRows()).containsExactly(17L, 33L);
    assertThat(task(1, 3).of(store, Progress.NONE)).isEqualTo(alone);
    assertThat(reports()).hasSize(5);
    assertThat(task(0, 2).of(store, Progress.NONE)).isEqualTo(alone);
    assertThat(reports()).hasSize(5);
  }

  @Test
  void shardsCheckedByAnotherTaskAreNotReadAgain() throws IOException {
    EmbeddingStore store = store("store", 1);
    StoreReport alone = task(0, 1).of(store, Progress.NONE);
    Path second = reports().get(1);
    CheckedRows told = CheckedRows.read(second);
    new CheckedRows(
            told.firstRow(), 7, new TreeMap<>(Map.of(12L, "told")), told.keyHashes(), told.sums())
        .write(second);
    Files.delete(reports().get(4));
    StoreReport joined = task(4, 5).of(store, Progress.NONE);
    assertThat(joined.rejectedRows()).containsExactly(12L, 33L);
    assertThat(joined.rescaledRows()).isEqualTo(alone.rescaledRows() + 7 - told.rescaledRows());
  }

  @Test
  void reportsOfAStoreThatHasChangedSinceAreNotTaken() throws IOException {
    task(0, 2).of(store("store", 1), Progress.NONE);
    EmbeddingStore other = store("other", 2);
    assertThat(task(0, 2).of(other, Progress.NONE)).isEqualTo(StoreCheck.run(other, Progress.NONE));
    assertThat(reports()).hasSize(10);
  }
}
