// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store of {@link ClusteredVectors}, made where it is missing. */
public final class ClusteredStore {
  private static final int GENERATED_AT_ONCE = 24_576;
  private static final int SHARD_ROWS = 100_000;

  private ClusteredStore() {}

  /**
   * A store with one vector per image.
   *
   * @param captions per image; consecutive rows share the vector of the first of them
   * @throws IllegalArgumentException if another store is in the folder
   */
  public static EmbeddingStore open(Path folder, int rows, int captions, int dimension) {
    if (!Files.exists(folder.resolve(StoreManifest.FILE_NAME))) {
      write(folder, rows, captions, dimension);
    }
    EmbeddingStore store = EmbeddingStore.open(folder);
    if (store.rows() != rows || store.dimension() != dimension) {
      throw new IllegalArgumentException(folder + ": holds another store; name another folder");
    }
    return store;
  }

  private static void write(Path folder, int rows, int captions, int dimension) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            dimension,
            SHARD_ROWS,
            true,
            false,
            Provenance.of("benchmark", 0, Map.of("rows", rows), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder, options, true)) {
      for (int from = 0; from < rows; from += GENERATED_AT_ONCE) {
        int count = Math.min(GENERATED_AT_ONCE, rows - from);
        SpaceVectors part = ClusteredVectors.generate(count, dimension, from);
        for (int row = 0; row < count; row++) {
          writer.append(
              "key-" + (from + row),
              Optional.of("image-" + (from + row) / captions),
              Optional.empty(),
              part.image(),
              row / captions * captions * dimension,
              part.text(),
              row * dimension);
        }
      }
      writer.finish();
    }
  }

  /** The vectors of the first texts. */
  public static float[] texts(EmbeddingStore store, int count) {
    return sides(store, count)[1];
  }

  /** The vectors of all rows' images. */
  public static float[] images(EmbeddingStore store) {
    return sides(store, Math.toIntExact(store.rows()))[0];
  }

  private static float[][] sides(EmbeddingStore store, int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, row -> row);
    float[][] sides = new float[2][count * store.dimension()];
    store.readRows(rows, 0, count, sides[0], sides[1]);
    return sides;
  }
}
