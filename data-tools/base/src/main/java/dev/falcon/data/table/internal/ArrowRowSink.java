// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowFileWriter;

/**
 * Writes rows to an Arrow IPC file, in record batches of 65,536 rows, or fewer if their strings and
 * bytes exceed 64 MiB.
 */
public final class ArrowRowSink implements RowSink {
  private static final int BATCH_ROWS = 1 << 16;
  private static final long BATCH_BYTES = 64L << 20;

  private final FileChannel channel;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot batch;
  private final ArrowFileWriter writer;
  private int rows;
  private long bytes;

  public ArrowRowSink(Path file, TableSchema schema, Map<String, String> metadata)
      throws IOException {
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    allocator = new RootAllocator();
    batch = VectorSchemaRoot.create(ArrowTypes.schema(schema, metadata), allocator);
    writer = new ArrowFileWriter(batch, null, channel);
    beginBatch();
    writer.start();
  }

  @Override
  public void write(Row row) throws IOException {
    TableSchema schema = row.schema();
    for (int i = 0; i < schema.size(); i++) {
      FieldVector vector = batch.getVector(i);
      if (!row.isNull(i)) {
        set(vector, schema.column(i).type(), row, i);
      } else if (vector.getValueCapacity() <= rows) {
        vector.reAlloc();
      }
    }
    rows++;
    if (rows == BATCH_ROWS || bytes >= BATCH_BYTES) {
      endBatch();
    }
  }

  private void set(FieldVector vector, ColumnType type, Row row, int column) {
    switch (type) {
      case INT32 -> ((IntVector) vector).setSafe(rows, row.getInt(column));
      case INT64 -> ((BigIntVector) vector).setSafe(rows, row.getLong(column));
      case FLOAT32 -> ((Float4Vector) vector).setSafe(rows, row.getFloat(column));
      case FLOAT64 -> ((Float8Vector) vector).setSafe(rows, row.getDouble(column));
      case BOOL -> ((BitVector) vector).setSafe(rows, row.getBoolean(column) ? 1 : 0);
      case UTF8 -> {
        byte[] text = row.getString(column).getBytes(StandardCharsets.UTF_8);
        ((VarCharVector) vector).setSafe(rows, text);
        bytes += text.length;
      }
      case BINARY -> {
        byte[] value = row.getBytes(column);
        ((VarBinaryVector) vector).setSafe(rows, value);
        bytes += value.length;
      }
      case UTF8_LIST -> setList((ListVector) vector, row.getStrings(column));
      case FLOAT32_LIST -> setFloats((ListVector) vector, row.getFloats(column));
    }
  }

  private void setList(ListVector vector, List<String> values) {
    int element = vector.startNewValue(rows);
    VarCharVector elements = (VarCharVector) vector.getDataVector();
    for (String value : values) {
      byte[] text = value.getBytes(StandardCharsets.UTF_8);
      elements.setSafe(element++, text);
      bytes += text.length;
    }
    vector.endValue(rows, values.size());
  }

  private void setFloats(ListVector vector, List<Float> values) {
    int element = vector.startNewValue(rows);
    Float4Vector elements = (Float4Vector) vector.getDataVector();
    for (float value : values) {
      elements.setSafe(element++, value);
    }
    bytes += (long) Float.BYTES * values.size();
    vector.endValue(rows, values.size());
  }

  private void beginBatch() {
    for (FieldVector vector : batch.getFieldVectors()) {
      if (vector.getValueCapacity() == 0) {
        vector.allocateNew();
      }
      // Zeroes the buffers, so that bytes under a null are the same in every run.
      vector.reset();
    }
    rows = 0;
    bytes = 0;
  }

  private void endBatch() throws IOException {
    batch.setRowCount(rows);
    writer.writeBatch();
    beginBatch();
  }

  @Override
  public void close() throws IOException {
    try {
      if (rows > 0) {
        endBatch();
      }
      writer.end();
    } finally {
      abandon();
    }
  }

  @Override
  public void abandon() throws IOException {
    try (channel;
        allocator) {
      batch.close();
    }
  }
}
