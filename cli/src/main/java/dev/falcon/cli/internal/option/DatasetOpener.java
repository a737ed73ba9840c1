// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.report.PagePictures;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Opens datasets by their names, for the pages of commands that otherwise read only vectors. They
 * know only this interface, not the layouts of datasets and the formats of pictures.
 */
public interface DatasetOpener {
  /**
   * Opens the data of a store, read as its record says; notes on them are printed when the command
   * ends.
   *
   * @param imageRoot the folder of the images that a table names, which a record does not hold
   * @param stores the stores that were made of the data; of several that were made in different
   *     ways, the first
   */
  SampleSource open(String name, Optional<Path> imageRoot, EmbeddingStore... stores);

  /** Returns the pictures of a dataset. */
  PagePictures pictures(SampleSource data);
}
