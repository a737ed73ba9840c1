// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of a store, the same for the same seed: vectors of every length, every third row without an
 * image id, every fourth without a caption.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StoreFixture(int rows, int dimension, float[] image, float[] text) {
  static StoreFixture random(int rows, int dimension) {
    RandomStream random = RandomStream.of(11, "store");
    float[] image = new float[rows * dimension];
    float[] text = new float[rows * dimension];
    for (int i = 0; i < image.length; i++) {
      image[i] = (float) random.nextGaussian();
      text[i] = (float) random.nextGaussian();
    }
    return new StoreFixture(rows, dimension, image, text);
  }

  static StoreOptions options(
      StoreLayout layout, VectorType type, int dimension, long rowsPerShard) {
    Provenance provenance = Provenance.of("test", 11, Map.of(), List.of());
    return new StoreOptions(layout, type, dimension, rowsPerShard, true, true, provenance);
  }

  String key(int row) {
    return String.format(Locale.ROOT, "key-%d", row);
  }

  Optional<String> imageId(int row) {
    return row % 3 == 0
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "image \u00e9 %d", row / 2));
  }

  Optional<String> caption(int row) {
    return row % 4 == 0
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "a caption, \"%d\"\n", row));
  }

  /** Appends the rows from {@code from} to before {@code to}. */
  void append(StoreWriter writer, int from, int to) {
    for (int row = from; row < to; row++) {
      int offset = row * dimension;
      writer.append(key(row), imageId(row), caption(row), image, offset, text, offset);
    }
  }

  Path write(Path folder, StoreOptions options) {
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      append(writer, 0, rows);
      writer.finish();
    }
    return folder;
  }
}
