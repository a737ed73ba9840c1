package dev.falcon.mining.internal.run;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.constraint.SampleFacts;

/** What an embedding store says of its samples. */
public record StoreFacts(EmbeddingStore store) implements SampleFacts {
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
}
