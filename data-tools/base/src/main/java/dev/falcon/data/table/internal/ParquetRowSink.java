// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaBuilder.FieldAssembler;
import org.apache.avro.generic.GenericData;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroWriteSupport;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;

/** Writes rows to a Parquet file, compressed with Zstandard and with three-level lists. */
public final class ParquetRowSink implements RowSink {
  /** The library's default size of row groups, 128 MiB. */
  public static final long USUAL_ROW_GROUP = ParquetWriter.DEFAULT_BLOCK_SIZE;

  private final ParquetWriter<GenericData.Record> writer;
  private final Schema avro;

  /**
   * Starts a file.
   *
   * @param rowGroup the approximate size of a row group in memory, in bytes
   */
  public ParquetRowSink(Path file, TableSchema schema, Map<String, String> metadata, long rowGroup)
      throws IOException {
    ParquetConfiguration configuration = new HadoopParquetConfiguration(false);
    configuration.setBoolean(AvroWriteSupport.WRITE_OLD_LIST_STRUCTURE, false);
    this.avro = avroSchema(schema);
    this.writer =
        AvroParquetWriter.<GenericData.Record>builder(new LocalOutputFile(file))
            .withSchema(avro)
            .withDataModel(GenericData.get())
            .withConf(configuration)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withExtraMetaData(metadata)
            .withRowGroupSize(rowGroup)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build();
  }

  @Override
  public void write(Row row) throws IOException {
    GenericData.Record record = new GenericData.Record(avro);
    for (int column = 0; column < row.schema().columns().size(); column++) {
      if (!row.isNull(column)) {
        record.put(column, value(row, column));
      }
    }
    writer.write(record);
  }

  private static Object value(Row row, int column) {
    return switch (row.schema().column(column).type()) {
      case INT32 -> row.getInt(column);
      case INT64 -> row.getLong(column);
      case FLOAT32 -> row.getFloat(column);
      case FLOAT64 -> row.getDouble(column);
      case BOOL -> row.getBoolean(column);
      case UTF8 -> row.getString(column);
      case BINARY -> row.getBytes(column);
      case UTF8_LIST -> row.getStrings(column);
      case FLOAT32_LIST -> row.getFloats(column);
    };
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  @Override
  public void abandon() throws IOException {
    // The library offers no other way to close the file.
    writer.close();
  }

  private static Schema avroSchema(TableSchema schema) {
    FieldAssembler<Schema> fields =
        SchemaBuilder.record("row").namespace("dev.falcon.data").fields();
    for (TableSchema.Column column : schema.columns()) {
      Schema type = avroType(column.type());
      if (column.nullable()) {
        Schema union = Schema.createUnion(Schema.create(Schema.Type.NULL), type);
        fields = fields.name(column.name()).type(union).withDefault(null);
      } else {
        fields = fields.name(column.name()).type(type).noDefault();
      }
    }
    return fields.endRecord();
  }

  private static Schema avroType(ColumnType type) {
    return switch (type) {
      case INT32 -> Schema.create(Schema.Type.INT);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case FLOAT32 -> Schema.create(Schema.Type.FLOAT);
      case FLOAT64 -> Schema.create(Schema.Type.DOUBLE);
      case BOOL -> Schema.create(Schema.Type.BOOLEAN);
      case UTF8 -> Schema.create(Schema.Type.STRING);
      case BINARY -> Schema.create(Schema.Type.BYTES);
      case UTF8_LIST -> Schema.createArray(Schema.create(Schema.Type.STRING));
      case FLOAT32_LIST -> Schema.createArray(Schema.create(Schema.Type.FLOAT));
    };
  }
}
