// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.Content;
import dev.falcon.data.table.internal.ParquetContents;
import dev.falcon.data.table.internal.ParquetFooter;
import dev.falcon.data.table.internal.ParquetPages;
import dev.falcon.data.table.internal.SoundPages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** The rows of a Parquet file. The encoded pages of one row group and one row are in memory. */
final class ParquetRows implements TypedRows {
  private final ParquetFileReader reader;
  private final ParquetPages pages;
  private final MessageType schema;
  private final Set<String> fields;
  private final Content.Records columns;
  private RecordReader<Group> rows;
  private long rowsLeft;
  private Group row;

  private ParquetRows(Path file, ParquetFileReader reader) {
    this.reader = reader;
    this.pages = new ParquetPages(file, reader);
    this.schema = reader.getFileMetaData().getSchema();
    this.fields = schema.getFields().stream().map(Type::getName).collect(Collectors.toSet());
    this.columns = ParquetContents.records(schema);
  }

  static ParquetRows open(Path file) {
    try {
      return new ParquetRows(
          file, ParquetFileReader.open(new LocalInputFile(file), ParquetFooter.options(file)));
    } catch (FalconException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The library throws exceptions of every kind for invalid bytes.
      throw new FalconException(
          file + ": truncated, damaged or no Parquet file: " + e.getMessage(), e);
    }
  }

  @Override
  public Content.Records columns() {
    return columns;
  }

  @Override
  public Map<String, String> metadata() {
    return reader.getFileMetaData().getKeyValueMetaData();
  }

  @Override
  public boolean next() throws IOException {
    while (rowsLeft == 0) {
      pages.requireNext(fields);
      PageReadStore group = reader.readNextRowGroup();
      if (group == null) {
        return false;
      }
      rows =
          new ColumnIOFactory(reader.getFileMetaData().getCreatedBy())
              .getColumnIO(schema)
              .getRecordReader(new SoundPages(group), new GroupRecordConverter(schema));
      rowsLeft = group.getRowCount();
    }
    rowsLeft--;
    row = rows.read();
    return true;
  }

  @Override
  public Optional<Cell> value(int column) {
    return GroupCell.in(row, column);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
