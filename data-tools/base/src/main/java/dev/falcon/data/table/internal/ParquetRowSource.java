// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.table.ColumnType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Reads rows from a Parquet file of any writer. Only the selected columns are read from disk. */
public final class ParquetRowSource implements RowSource {
  private final ParquetFileReader reader;
  private final ParquetPages pages;
  private final FileMetaData file;
  private final List<ParquetColumn> selected = new ArrayList<>();
  private long rowsLeft;

  private ParquetRowSource(Path path, ParquetFileReader reader) {
    this.reader = reader;
    this.pages = new ParquetPages(path, reader);
    this.file = reader.getFooter().getFileMetaData();
  }

  public static ParquetRowSource open(Path path) throws IOException {
    try {
      ParquetFileReader reader =
          ParquetFileReader.open(new LocalInputFile(path), ParquetFooter.options(path));
      ParquetRowSource source = new ParquetRowSource(path, reader);
      try {
        source.pages.requireRows();
      } catch (IOException | FalconException e) {
        FileReads.close(path, source.reader);
        throw e;
      }
      return source;
    } catch (FalconException e) {
      throw e;
    } catch (ParquetCryptoRuntimeException e) {
      throw ParquetFooter.encrypted(path, e);
    } catch (RuntimeException e) {
      throw new FalconException(path + ": truncated or damaged Parquet file: " + e.getMessage(), e);
    }
  }

  @Override
  public List<String> columns() {
    return file.getSchema().getFields().stream().map(Type::getName).toList();
  }

  @Override
  public Map<String, String> metadata() {
    return file.getKeyValueMetaData();
  }

  @Override
  public long rows() {
    return reader.getRecordCount();
  }

  @Override
  public void select(String column, ColumnType type, int position) {
    selected.add(ParquetColumn.of(file.getSchema(), column, type, position));
  }

  @Override
  public List<String> fields(String column) {
    return ParquetColumn.fields(file.getSchema(), column);
  }

  @Override
  public Content content(String column) {
    return ParquetColumn.content(file.getSchema(), column);
  }

  @Override
  public boolean read(Row row) throws IOException {
    while (rowsLeft == 0) {
      if (!beginRowGroup()) {
        return false;
      }
    }
    for (ParquetColumn column : selected) {
      column.read(row);
    }
    rowsLeft--;
    return true;
  }

  @Override
  public long skip(long rows, Row scratch) throws IOException {
    long skipped = 0;
    while (skipped < rows) {
      if (rowsLeft == 0) {
        OptionalLong whole = pages.nextRows();
        if (whole.isPresent() && whole.getAsLong() <= rows - skipped) {
          reader.skipNextRowGroup();
          pages.skipNext();
          skipped += whole.getAsLong();
        } else if (!beginRowGroup()) {
          break;
        }
        continue;
      }
      long here = Math.min(rowsLeft, rows - skipped);
      for (ParquetColumn column : selected) {
        column.skip(here);
      }
      rowsLeft -= here;
      skipped += here;
    }
    return skipped;
  }

  private boolean beginRowGroup() throws IOException {
    List<Type> fields = selected.stream().map(ParquetColumn::field).distinct().toList();
    MessageType projection = new MessageType(file.getSchema().getName(), fields);
    reader.setRequestedSchema(projection);
    pages.requireNext(fields.stream().map(Type::getName).collect(Collectors.toSet()));
    PageReadStore group = reader.readNextRowGroup();
    if (group == null) {
      return false;
    }
    for (ParquetColumn column : selected) {
      column.begin(new SoundPages(group), projection, file.getCreatedBy());
    }
    rowsLeft = group.getRowCount();
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
