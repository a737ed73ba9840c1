// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Real stores on disk for tests: every image has three captions, every fifth caption is common. */
public final class TestStores {
  private TestStores() {}

  public static EmbeddingStore write(Path folder, SpaceVectors vectors) {
    return write(folder, vectors, TestStores::caption);
  }

  /** The same with other captions. */
  public static EmbeddingStore write(
      Path folder, SpaceVectors vectors, IntFunction<String> captions) {
    return write(folder, vectors, captions, StoreLayout.ARROW, 400, vectors.rows());
  }

  private static String caption(int row) {
    return row % 5 == 0 ? "a photo" : "caption " + row;
  }

  /** The same, but that every so many rows one has the key of the first. */
  public static EmbeddingStore writeRepeating(Path folder, SpaceVectors vectors, int every) {
    return write(folder, vectors, TestStores::caption, StoreLayout.ARROW, 400, every);
  }

  /** The same in clip-retrieval's layout. */
  public static EmbeddingStore writeClipRetrieval(
      Path folder, SpaceVectors vectors, int rowsPerShard) {
    return write(
        folder,
        vectors,
        TestStores::caption,
        StoreLayout.CLIP_RETRIEVAL,
        rowsPerShard,
        vectors.rows());
  }

  private static EmbeddingStore write(
      Path folder,
      SpaceVectors vectors,
      IntFunction<String> captions,
      StoreLayout layout,
      int rowsPerShard,
      int every) {
    StoreOptions options =
        new StoreOptions(
            layout,
            VectorType.FLOAT32,
            vectors.dimension(),
            rowsPerShard,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      for (int row = 0; row < vectors.rows(); row++) {
        writer.append(
            "key-" + (row % every == 0 ? 0 : row),
            Optional.of("image-" + row / 3),
            Optional.of(captions.apply(row)),
            vectors.image(),
            row * vectors.dimension(),
            vectors.text(),
            row * vectors.dimension());
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder);
  }
}
