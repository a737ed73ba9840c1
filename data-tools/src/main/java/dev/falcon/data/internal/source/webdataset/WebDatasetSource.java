package dev.falcon.data.internal.source.webdataset;

import dev.falcon.data.Reject;
import dev.falcon.data.format.DatasetFormat;
import dev.falcon.data.format.SourceOptions;
import dev.falcon.data.internal.source.FileShards;
import dev.falcon.data.sample.SampleReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tar files in WebDataset's convention. A member is {@code folder/key.suffix}; members of the same
 * key that follow each other are one sample. A tar is a shard, and a sample does not reach into the
 * next one.
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
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return new WebDatasetReader(file(shard), options, rejects);
  }
}
