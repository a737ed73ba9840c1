// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.Progress;
import dev.falcon.data.source.SampleSources;
import dev.falcon.training.config.DatasetConfig;
import java.nio.file.Path;

/** The reader of a parsed dataset, for fuzzing. */
public final class PairFiles {
  private PairFiles() {}

  /**
   * Makes such a folder.
   *
   * @return the folder, below the cache
   */
  public static Path make(Path data, Path cache) {
    DatasetConfig config = DatasetConfig.of(data.toString());
    PairStore store =
        new PairStores(cache, 1, Progress.NONE, () -> false)
            .open(SampleSources.open(data.toString()), config);
    try (PictureFiles pictures = store.pictures()) {
      pictures.read(0);
      return store.folder();
    }
  }

  /** Reads a folder, and the images that its tables name. */
  public static void read(Path folder) {
    PairStore store = PairStore.read("data", folder);
    try (PictureFiles pictures = store.pictures()) {
      for (int pair = 0; pair < store.keys().length; pair++) {
        pictures.read(store.images()[pair]);
      }
    }
  }
}
