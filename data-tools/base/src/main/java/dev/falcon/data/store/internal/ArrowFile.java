// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.MappedFiles;
import dev.falcon.data.table.internal.FileEnds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The positions of the buffers of an Arrow IPC file or stream. Only the head of each record batch
 * and the footer of a file are read, through Arrow's own classes; the values are memory-mapped, so
 * that one row can be read without loading its batch.
 */
public final class ArrowFile {
  private static final int CONTINUATION = -1;
  private static final int ALIGNMENT = 8;

  private final Path path;
  private final Schema schema;
  private final List<Batch> batches;
  private final long rows;

  /** The position of a buffer in the file. */
  record Extent(long position, long length) {}

  /**
   * A record batch.
   *
   * @param firstRow the number of its first row in the file
   * @param rows the number of its rows
   * @param columns its columns, in the order of the schema's fields
   */
  record Batch(long firstRow, long rows, List<Column> columns) {}

  /**
   * A column of a record batch.
   *
   * @param buffers its buffers, those of its children after its own
   * @param nulls the number of nulls of the field, and of each of its children after it
   */
  record Column(List<Extent> buffers, List<Long> nulls) {}

  private ArrowFile(Path path, Schema schema, List<Batch> batches) {
    this.path = path;
    this.schema = schema;
    // A batch without rows would begin with the first row of the one after it.
    this.batches = batches.stream().filter(batch -> batch.rows() > 0).toList();
    this.rows = batches.stream().mapToLong(Batch::rows).sum();
  }

  /** Reads the heads of the batches. */
  public static ArrowFile open(Path path) {
    try (FileChannel channel = FileChannel.open(path)) {
      if (FileEnds.requireArrow(path)) {
        return new StreamReading(path, channel).read();
      }
      try (BufferAllocator allocator = new RootAllocator();
          ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
        Schema schema = reader.getVectorSchemaRoot().getSchema();
        List<Batch> batches = new ArrayList<>();
        long rows = 0;
        for (ArrowBlock block : reader.getRecordBlocks()) {
          if (block.getMetadataLength() < 8 || block.getMetadataLength() > channel.size()) {
            throw new IllegalArgumentException("a record batch's head cannot be that long");
          }
          Message message = message(channel, block.getOffset(), block.getMetadataLength());
          Batch batch =
              new BatchReading(path, schema, block.getOffset() + block.getMetadataLength())
                  .read(message, channel.size(), rows);
          rows += batch.rows();
          batches.add(batch);
        }
        return new ArrowFile(path, schema, batches);
      }
    } catch (FalconException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Arrow's reader throws exceptions of every kind for invalid bytes.
      throw FileEnds.unreadable(path, e);
    }
  }

  Path path() {
    return path;
  }

  public long rows() {
    return rows;
  }

  List<Batch> batches() {
    return batches;
  }

  /** Returns the field of this name; empty if there is none. */
  Optional<Field> field(String name) {
    // A damaged file's field may have no name.
    return schema.getFields().stream().filter(field -> name.equals(field.getName())).findFirst();
  }

  /** Returns a field's column in each batch. */
  List<Column> columns(Field field) {
    int index = schema.getFields().indexOf(field);
    return batches.stream().map(batch -> batch.columns().get(index)).toList();
  }

  /** Returns the number of each batch's first row in the file. */
  long[] firstRows() {
    return batches.stream().mapToLong(Batch::firstRow).toArray();
  }

  FileWindows map() {
    try (FileChannel channel = FileChannel.open(path)) {
      FileWindows windows = FileWindows.map(channel, 0);
      MappedFiles.add(windows, path);
      return windows;
    } catch (IOException e) {
      throw new FalconException(path + ": cannot be mapped: " + e.getMessage(), e);
    }
  }

  private static Message message(FileChannel channel, long position, int length)
      throws IOException {
    ByteBuffer head = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    FileReads.fill(channel, position, head);
    head.flip();
    // Since format version 0.15 a continuation marker precedes the length.
    int preamble = head.getInt(0) == CONTINUATION ? 8 : 4;
    return Message.getRootAsMessage(
        head.slice(preamble, head.limit() - preamble).order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Walks through the messages of a stream, whose end is a message without a head or the file's.
   */
  private record StreamReading(Path path, FileChannel channel) {
    private static final int PREAMBLE = 2 * Integer.BYTES;

    ArrowFile read() throws IOException {
      Schema schema = null;
      List<Batch> batches = new ArrayList<>();
      long rows = 0;
      long position = 0;
      int length = length(position);
      while (length > PREAMBLE) {
        Message message = message(channel, position, length);
        long body = position + length;
        if (message.bodyLength() < 0 || message.bodyLength() > channel.size() - body) {
          throw new FalconException(path + ": truncated: a message ends beyond the file");
        }
        if (message.headerType() == MessageHeader.Schema) {
          schema = MessageSerializer.deserializeSchema(message);
        } else if (message.headerType() == MessageHeader.RecordBatch) {
          requireSchema(schema);
          Batch batch = new BatchReading(path, schema, body).read(message, channel.size(), rows);
          rows += batch.rows();
          batches.add(batch);
        }
        position = body + message.bodyLength();
        length = length(position);
      }
      requireSchema(schema);
      return new ArrowFile(path, schema, batches);
    }

    private static void requireSchema(Schema schema) {
      if (schema == null) {
        throw new IllegalArgumentException("a stream that does not begin with its columns");
      }
    }

    /** Returns the length of a message's head with its preamble; 0 at the end. */
    private int length(long position) throws IOException {
      ByteBuffer preamble = ByteBuffer.allocate(PREAMBLE).order(ByteOrder.LITTLE_ENDIAN);
      boolean whole = FileReads.fill(channel, position, preamble);
      if (preamble.position() == 0) {
        return 0;
      }
      long length = PREAMBLE + (long) preamble.getInt(Integer.BYTES);
      if (!whole
          || preamble.getInt(0) != CONTINUATION
          || length < PREAMBLE
          || length > channel.size() - position) {
        throw new IllegalArgumentException("a message claims " + length + " bytes");
      }
      return (int) length;
    }
  }

  /** Reads the head of a batch whose values begin at a position of the file. */
  private static final class BatchReading {
    private final Path path;
    private final Schema schema;
    private final long body;
    private int buffer;
    private int node;
    private int view;

    BatchReading(Path path, Schema schema, long body) {
      this.path = path;
      this.schema = schema;
      this.body = body;
    }

    Batch read(Message message, long fileLength, long firstRow) {
      RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
      if (batch.compression() != null) {
        throw new FalconException(
            path + ": is compressed; write an Arrow file uncompressed, or as Parquet");
      }
      List<Column> columns = new ArrayList<>();
      for (Field field : schema.getFields()) {
        Column column = new Column(new ArrayList<>(), new ArrayList<>());
        add(field, batch, fileLength, column);
        columns.add(column);
      }
      if (batch.buffersLength() != buffer || batch.nodesLength() != node || batch.length() < 0) {
        throw foreign();
      }
      return new Batch(firstRow, batch.length(), columns);
    }

    /** Adds the buffers of a field and of its children, which are in this order in the batch. */
    private void add(Field field, RecordBatch batch, long fileLength, Column column) {
      boolean numbered = field.getDictionary() != null; // validity and numbers of values
      int count = numbered ? 2 : TypeLayout.getTypeBufferCount(field.getType());
      if (!numbered && !TypeLayout.getTypeLayout(field.getType()).isFixedBufferCount()) {
        // A view refers to any number of buffers.
        count +=
            view < batch.variadicBufferCountsLength() ? (int) batch.variadicBufferCounts(view) : 0;
        view++;
      }
      if (node >= batch.nodesLength() || count < 0 || count > batch.buffersLength() - buffer) {
        throw foreign();
      }
      column.nulls().add(batch.nodes(node++).nullCount());
      for (int end = buffer + count; buffer < end; buffer++) {
        column.buffers().add(extent(batch.buffers(buffer), fileLength));
      }
      if (!numbered) {
        field.getChildren().forEach(child -> add(child, batch, fileLength, column));
      }
    }

    private static IllegalArgumentException foreign() {
      return new IllegalArgumentException("a record batch that is not of the file's schema");
    }

    private Extent extent(org.apache.arrow.flatbuf.Buffer buffer, long fileLength) {
      Extent extent = new Extent(body + buffer.offset(), buffer.length());
      if (extent.position() < body || extent.length() < 0 || extent.position() % ALIGNMENT != 0) {
        throw new IllegalArgumentException(
            "a record batch with buffers outside its body, or not aligned");
      }
      if (extent.length() > fileLength - extent.position()) {
        throw new FalconException(path + ": truncated: a record batch ends beyond the file");
      }
      return extent;
    }
  }
}
