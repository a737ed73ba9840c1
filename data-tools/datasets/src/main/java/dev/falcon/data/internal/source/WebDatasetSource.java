// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.Reject;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SourceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tar files in WebDataset's convention. A member is {@code folder/key.suffix}; consecutive members
 * with the same key are one sample. Each tar is a shard, and samples do not span tars.
 */
public final class WebDatasetSource extends FileShards {
  private final SourceOptions options;

  public WebDatasetSource(String name, List<Path> tars, SourceOptions options) {
    super(name, tars);
    this.options = options;
  }

  @Override
  public String format() {
    return DatasetFormat.WEBDATASET.word();
  }

  @Override
  public long knownSamples() {
    return TarCount.of(files());
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return new WebDatasetReader(file(shard), options, rejects);
  }
}
