// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.plan.PartRows;
import java.util.Optional;

/** The rows of an embedding store. */
public record StoreRows(EmbeddingStore store, Shape shape) implements PartRows {
  /** Creates a view of all rows of a store. */
  public StoreRows(EmbeddingStore store) {
    this(
        store,
        new Shape(
            store.folder().toString(),
            store.rows(),
            store.dimension(),
            store.perImage(),
            store.hasImageIds(),
            store.hasCaptions()));
  }

  @Override
  public String key(long row) {
    return store.key(row);
  }

  @Override
  public Optional<String> imageId(long row) {
    return store.imageId(row);
  }

  @Override
  public Optional<String> caption(long row) {
    return store.caption(row);
  }

  @Override
  public void read(long[] rows, float[] image, float[] text) {
    store.readRows(rows, 0, rows.length, image, text);
  }

  @Override
  public void requireUnchanged(long[] rows) {
    store.requireUnchanged(rows);
  }
}
