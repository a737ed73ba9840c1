// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.cli.internal.process.DataNotes;
import dev.falcon.data.report.PagePictures;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SampleThumbnails;
import dev.falcon.data.source.SampleSources;

/** Datasets of any layout that Falcon reads. */
public final class NamedDatasets implements DatasetOpener {
  @Override
  public SampleSource open(String name) {
    return DataNotes.ofStore(SampleSources.open(name));
  }

  @Override
  public PagePictures pictures(SampleSource data) {
    return new SampleThumbnails(data);
  }
}
