package dev.falcon.data.internal.source;

import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Writes samples as one Parquet file: {@code key}, {@code image} (the encoded file), {@code
 * captions} (list), {@code image_id}, {@code label}, {@code metadata} (a JSON object of strings).
 * Raw members have no column and are left out. The file appears when the writer is closed after
 * {@link #commit()}.
 */
public final class ParquetSampleWriter implements SampleWriter {
  /** The key of the layout's version in the file's metadata. */
  public static final String VERSION_KEY = "falcon.samples.version";

  /** The name of the metadata column. */
  public static final String METADATA_COLUMN = "metadata";

  private static final String VERSION = "1";
  private static final int KEY = 0;
  private static final int IMAGE = 1;
  private static final int CAPTIONS = 2;
  private static final int IMAGE_ID = 3;
  private static final int LABEL = 4;
  private static final int METADATA = 5;
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("key", ColumnType.UTF8),
          TableSchema.nullable("image", ColumnType.BINARY),
          TableSchema.required("captions", ColumnType.UTF8_LIST),
          TableSchema.nullable("image_id", ColumnType.UTF8),
          TableSchema.nullable("label", ColumnType.INT32),
          TableSchema.nullable(METADATA_COLUMN, ColumnType.UTF8));

  private final TableWriter table;

  public ParquetSampleWriter(Path file) {
    table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, Map.of(VERSION_KEY, VERSION));
  }

  @Override
  public Optional<String> refusal(Sample sample) {
    return Optional.empty();
  }

  @Override
  public void write(Sample sample) {
    table.setString(KEY, sample.key()).setStrings(CAPTIONS, sample.captions());
    sample.image().ifPresent(image -> table.setBytes(IMAGE, image));
    sample.imageId().ifPresent(id -> table.setString(IMAGE_ID, id));
    sample.label().ifPresent(label -> table.setInt(LABEL, label));
    if (!sample.metadata().isEmpty()) {
      table.setString(METADATA, Json.line(sample.metadata()));
    }
    table.endRow();
  }

  @Override
  public void commit() {
    table.commit();
  }

  @Override
  public void close() {
    table.close();
  }
}
