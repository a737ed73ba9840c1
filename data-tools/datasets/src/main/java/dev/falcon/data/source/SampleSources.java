// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;

/** Opens datasets by their names on the command line. */
public final class SampleSources {
  private SampleSources() {}

  /** Opens a dataset whose layout and column names are detected from the data. */
  public static SampleSource open(String spec) {
    return open(spec, SourceOptions.DEFAULTS);
  }

  /**
   * Opens a dataset.
   *
   * @param spec a file, a folder, names with braces such as {@code {00000..00099}.tar}, names with
   *     {@code *}, {@code ?} and {@code [...]} as shells expand them, several of them joined by
   *     {@code ::}, or {@code scenes:…} as {@link
   *     dev.falcon.data.scenes.generate.ScenesSource#open} accepts it. A folder that holds tars or
   *     Parquet files stands for these, in the order of their names
   * @throws RequestException if the spec names nothing that exists
   * @throws FalconException if the files are in no known layout
   */
  public static SampleSource open(String spec, SourceOptions options) {
    return SourceOpener.open(spec, options);
  }
}
