// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Writes one shard; closing without a commit leaves nothing. */
public interface ShardWriter extends Closeable {
  /** Appends a row; the vectors are copied. */
  void append(
      String key,
      Optional<String> imageId,
      Optional<String> caption,
      Optional<String> anchor,
      float[] image,
      float[] text)
      throws IOException;

  /** Returns the number of appended rows. */
  long rows();

  /** Finishes the shard and moves it into place. */
  void commit() throws IOException;
}
