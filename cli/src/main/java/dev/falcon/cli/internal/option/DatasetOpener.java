// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.report.PagePictures;
import dev.falcon.data.sample.SampleSource;

/**
 * Opens datasets by their names, for the pages of commands that otherwise read only vectors. They
 * know only this interface, not the layouts of datasets and the formats of pictures.
 */
public interface DatasetOpener {
  /** Opens the data of a store; notes on them are printed when the command ends. */
  SampleSource open(String name);

  /** Returns the pictures of a dataset. */
  PagePictures pictures(SampleSource data);
}
