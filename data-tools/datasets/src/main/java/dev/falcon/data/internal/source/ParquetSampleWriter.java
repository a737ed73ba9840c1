// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes samples as one Parquet file: {@code key}, {@code image} (the encoded file), {@code
 * captions} (list), {@code image_id}, {@code label}, {@code metadata} (a JSON object of strings)
 * and, for pairs of images, {@code positive_image}. Raw members have no column and are left out.
 * The file appears when the writer is closed after {@link #commit()}.
 *
 * <p>The first sample determines whether the file has the column of second images, so that files of
 * other samples keep their bytes; a sample with a second image in a file without it is refused.
 */
public final class ParquetSampleWriter implements SampleWriter {
  /** The key of the layout's version in the file's metadata. */
  public static final String VERSION_KEY = "falcon.samples.version";

  /** The name of the metadata column. */
  public static final String METADATA_COLUMN = "metadata";

  private static final String VERSION = "1";
  private static final String VERSION_OF_IMAGE_PAIRS = "2";
  private static final int KEY = 0;
  private static final int IMAGE = 1;
  private static final int CAPTIONS = 2;
  private static final int IMAGE_ID = 3;
  private static final int LABEL = 4;
  private static final int METADATA = 5;
  private static final int POSITIVE_IMAGE = 6;
  private static final List<TableSchema.Column> COLUMNS =
      List.of(
          TableSchema.required("key", ColumnType.UTF8),
          TableSchema.nullable("image", ColumnType.BINARY),
          TableSchema.required("captions", ColumnType.UTF8_LIST),
          TableSchema.nullable("image_id", ColumnType.UTF8),
          TableSchema.nullable("label", ColumnType.INT32),
          TableSchema.nullable(METADATA_COLUMN, ColumnType.UTF8));
  private static final TableSchema.Column POSITIVE =
      TableSchema.nullable("positive_image", ColumnType.BINARY);

  private final Path file;
  private Optional<TableWriter> begun = Optional.empty();
  private boolean pairs;

  /** Creates a writer of a file, which appears with {@link #commit()}. */
  public ParquetSampleWriter(Path file) {
    this.file = file;
  }

  private TableWriter table(boolean ofPairs) {
    if (begun.isEmpty()) {
      pairs = ofPairs;
      List<TableSchema.Column> columns = new ArrayList<>(COLUMNS);
      if (pairs) {
        columns.add(POSITIVE);
      }
      begun =
          Optional.of(
              TableWriter.create(
                  file,
                  TableFormat.PARQUET,
                  TableSchema.of(columns.toArray(new TableSchema.Column[0])),
                  Map.of(VERSION_KEY, pairs ? VERSION_OF_IMAGE_PAIRS : VERSION)));
    }
    return begun.get();
  }

  @Override
  public Optional<String> refusal(Sample sample) {
    return begun.isPresent() && !pairs && sample.hasPositiveImage()
        ? Optional.of("it is a pair of images, and the file's first sample is none")
        : Optional.empty();
  }

  @Override
  public void write(Sample sample) {
    refusal(sample)
        .ifPresent(
            reason -> {
              throw new FalconException(file + ": sample '" + sample.key() + "': " + reason);
            });
    TableWriter table = table(sample.hasPositiveImage());
    table.setString(KEY, sample.key()).setStrings(CAPTIONS, sample.captions());
    sample.image().ifPresent(image -> table.setBytes(IMAGE, image));
    sample.imageId().ifPresent(id -> table.setString(IMAGE_ID, id));
    sample.label().ifPresent(label -> table.setInt(LABEL, label));
    if (!sample.metadata().isEmpty()) {
      table.setString(METADATA, Json.line(sample.metadata()));
    }
    if (sample.hasPositiveImage()) {
      table.setBytes(POSITIVE_IMAGE, sample.positiveImage().orElseThrow());
    }
    table.endRow();
  }

  @Override
  public void commit() {
    table(false).commit();
  }

  @Override
  public void close() {
    begun.ifPresent(TableWriter::close);
  }
}
