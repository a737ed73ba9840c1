// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes stores of random vectors, two captions per image, in shards of 30 rows. */
final class WordStore {
  private static final int SHARD_ROWS = 30;

  private WordStore() {}

  /** Writes the rows {@code k0}, {@code k1}, … with the captions {@code words 0}, … */
  static void write(Path folder, int rows, int dimension) {
    write(folder, StoreLayout.ARROW, rows, dimension);
  }

  /** Writes the same rows with other vectors. */
  static void writeOther(Path folder, int rows, int dimension) {
    write(folder, StoreLayout.ARROW, rows, dimension, 2);
  }

  /** Writes the same rows in another layout. */
  static void write(Path folder, StoreLayout layout, int rows, int dimension) {
    write(folder, layout, rows, dimension, 1);
  }

  private static void write(Path folder, StoreLayout layout, int rows, int dimension, long seed) {
    StoreOptions options =
        new StoreOptions(
            layout,
            VectorType.FLOAT32,
            dimension,
            SHARD_ROWS,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(seed, "store");
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      float[] vectors = new float[2 * dimension];
      for (int row = 0; row < rows; row++) {
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            "k" + row,
            Optional.of("i" + row / 2),
            Optional.of("words " + row),
            vectors,
            0,
            vectors,
            dimension);
      }
      writer.finish();
    }
  }
}
