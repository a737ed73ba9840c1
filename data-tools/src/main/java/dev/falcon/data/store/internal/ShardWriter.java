package dev.falcon.data.store.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Writes one shard; closed without a commit, it leaves nothing. */
public interface ShardWriter extends Closeable {
  /** Appends a row; the vectors are copied. */
  void append(
      String key, Optional<String> imageId, Optional<String> caption, float[] image, float[] text)
      throws IOException;

  /** How many rows were appended. */
  long rows();

  /** Ends the shard and moves it into place. */
  void commit() throws IOException;
}
