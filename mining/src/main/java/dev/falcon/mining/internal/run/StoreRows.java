package dev.falcon.mining.internal.run;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.parts.PartRows;

/** The rows of an embedding store. */
public record StoreRows(EmbeddingStore store) implements PartRows {
  @Override
  public String name() {
    return store.folder().toString();
  }

  @Override
  public long rows() {
    return store.rows();
  }

  @Override
  public String key(long row) {
    return store.key(row);
  }

  @Override
  public boolean hasImageIds() {
    return store.hasImageIds();
  }

  @Override
  public boolean hasCaptions() {
    return store.hasCaptions();
  }

  @Override
  public String imageId(long row) {
    return store.imageId(row);
  }

  @Override
  public String caption(long row) {
    return store.caption(row);
  }

  @Override
  public int dimension() {
    return store.dimension();
  }

  @Override
  public int perImage() {
    return store.perImage();
  }

  @Override
  public void read(long[] rows, float[] image, float[] text) {
    store.readRows(rows, 0, rows.length, image, text);
  }
}
