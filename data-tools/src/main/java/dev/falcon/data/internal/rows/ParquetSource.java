package dev.falcon.data.internal.rows;

import dev.falcon.data.Reject;
import dev.falcon.data.internal.source.FileShards;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Parquet files with encoded images: as a column of bytes ({@code jpg}, {@code image_bytes}, …), as
 * Hugging Face's struct {@code image {bytes, path}}, or as paths of files below the image root.
 * Each file is a shard.
 */
public final class ParquetSource extends FileShards {
  private final SourceOptions options;
  private final ImageFolder images;

  public ParquetSource(String name, List<Path> files, SourceOptions options, ImageFolder images) {
    super(name, files);
    this.options = options;
    this.images = images;
  }

  /**
   * Refuses columns that the user names and that no file has.
   *
   * @return this dataset
   */
  public ParquetSource requireColumns() {
    NamedColumns named = new NamedColumns(options.columns());
    for (int shard = 0; !named.isFound() && shard < shards(); shard++) {
      named.add(ParquetSamples.columns(file(shard)));
    }
    named.requireFound(name());
    return this;
  }

  @Override
  public String format() {
    return DatasetFormat.PARQUET.word();
  }

  /** Returns the number of rows by the files' footers, or -1 if only those of a split are read. */
  @Override
  public long knownSamples() {
    if (options.split().isPresent()) {
      return -1;
    }
    long rows = 0;
    for (Path file : files()) {
      try (TableReader table = TableReader.open(file)) {
        rows += table.rows();
      }
    }
    return rows;
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return new ParquetSamples(
        file(shard), options, images, row -> RowKeys.of(shard, shards(), row), rejects);
  }
}
