// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A file as Arrow C++ reads it, the library below pyarrow and R's arrow. It opens, decompresses and
 * decodes the file; Java only looks at the columns that it hands over in memory.
 *
 * @param types each column's type, {@code not null} where it has no nulls
 * @param rows the rows; strings as String, lists as List, half floats as their bits
 */
record ForeignTable(Map<String, String> types, List<Map<String, Object>> rows) {
  private static final int BATCH_ROWS = 10_000;

  static ForeignTable read(Path file) {
    boolean parquet = file.getFileName().toString().endsWith(".parquet");
    try (BufferAllocator allocator = new RootAllocator();
        DatasetFactory factory =
            new FileSystemDatasetFactory(
                allocator,
                NativeMemoryPool.getDefault(),
                parquet ? FileFormat.PARQUET : FileFormat.ARROW_IPC,
                file.toUri().toString());
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(BATCH_ROWS));
        ArrowReader reader = scanner.scanBatches()) {
      Map<String, String> types = new LinkedHashMap<>();
      List<Map<String, Object>> rows = new ArrayList<>();
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      for (Field field : batch.getSchema().getFields()) {
        types.put(field.getName(), field.toString().substring(field.getName().length() + 2));
      }
      while (reader.loadNextBatch()) {
        for (int row = 0; row < batch.getRowCount(); row++) {
          rows.add(row(batch, row));
        }
      }
      return new ForeignTable(types, rows);
    } catch (Exception e) {
      // The library declares that closing may throw anything.
      throw new AssertionError(file + ": cannot be read by Arrow C++", e);
    }
  }

  private static Map<String, Object> row(VectorSchemaRoot batch, int row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (FieldVector column : batch.getFieldVectors()) {
      values.put(column.getName(), plain(column.getObject(row)));
    }
    return values;
  }

  private static Object plain(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(ForeignTable::plain).toList();
    }
    return value instanceof CharSequence || value instanceof org.apache.arrow.vector.util.Text
        ? value.toString()
        : value;
  }

  /** One column. */
  List<Object> column(String name) {
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.get(name)));
    return values;
  }
}
