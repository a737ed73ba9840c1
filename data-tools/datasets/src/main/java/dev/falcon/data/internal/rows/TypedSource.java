// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.internal.source.FileShards;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.internal.source.NamedColumns;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.store.internal.ArrowFile;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Parquet or Arrow files with encoded images: as a column of bytes ({@code jpg}, {@code
 * image_bytes}, …), as Hugging Face's struct {@code image {bytes, path}}, or as paths of files
 * below the image root. Each file is a shard.
 */
public final class TypedSource extends FileShards {
  private final boolean parquet;
  private final SourceOptions options;
  private final ImageFolder images;
  private Optional<Boolean> keyed = Optional.empty(); // whether the first file has keys

  /**
   * @param format Parquet or Arrow
   */
  public TypedSource(
      String name,
      List<Path> files,
      DatasetFormat format,
      SourceOptions options,
      ImageFolder images) {
    super(name, files);
    this.parquet = format == DatasetFormat.PARQUET;
    this.options = options;
    this.images = images;
  }

  /**
   * Refuses columns that the user names and that no file has.
   *
   * @return this dataset
   */
  public TypedSource requireColumns() {
    NamedColumns named = new NamedColumns(options.columns(), options.split().isPresent());
    for (int shard = 0; !named.isFound() && shard < shards(); shard++) {
      named.add(TypedSamples.columns(file(shard), this::rows));
    }
    named.requireFound(name());
    return this;
  }

  private boolean hasKeys(Path file) {
    return TypedSamples.columns(file, this::rows).stream()
        .anyMatch(options.columns().key()::contains);
  }

  private synchronized boolean firstHasKeys() {
    if (keyed.isEmpty()) {
      keyed = Optional.of(hasKeys(file(0)));
    }
    return keyed.get();
  }

  @Override
  public String format() {
    return (parquet ? DatasetFormat.PARQUET : DatasetFormat.ARROW).word();
  }

  private TypedRows rows(Path file) {
    return parquet ? ParquetRows.open(file) : ArrowRows.open(file);
  }

  /** Returns the number of rows by what the files say, or -1 if only those of a split are read. */
  @Override
  public long knownSamples() {
    if (options.split().isPresent()) {
      return -1;
    }
    long rows = 0;
    for (Path file : files()) {
      rows += parquet ? parquetRows(file) : ArrowFile.open(file).rows();
    }
    return rows;
  }

  private static long parquetRows(Path file) {
    try (TableReader table = TableReader.open(file, TableFormat.PARQUET)) {
      return table.rows();
    }
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    if (shard > 0 && hasKeys(file(shard)) != firstHasKeys()) {
      boolean here = !firstHasKeys();
      throw new FalconException(
          "%s: has no column of keys, and %s has one; all files must have it, or none"
              .formatted(file(here ? 0 : shard), file(here ? shard : 0)));
    }
    return new TypedSamples(
        file(shard), this::rows, options, images, row -> RowKeys.of(shard, shards(), row), rejects);
  }
}
