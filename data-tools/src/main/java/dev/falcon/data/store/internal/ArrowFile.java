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
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The positions of the buffers of an Arrow IPC file. Only its footer and the head of each record
 * batch are read, through Arrow's own classes; the values are memory-mapped, so that one row can be
 * read without loading its batch.
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
   * @param buffers all buffers, in the order in which the schema's fields have them
   * @param nulls the number of nulls of each field, children included, in the same order
   */
  record Batch(long firstRow, long rows, List<Extent> buffers, List<Long> nulls) {}

  private ArrowFile(Path path, Schema schema, List<Batch> batches, long rows) {
    this.path = path;
    this.schema = schema;
    this.batches = batches;
    this.rows = rows;
  }

  /** Reads the footer and the heads of the batches. */
  public static ArrowFile open(Path path) {
    try {
      FileEnds.require(path, "ARROW1", "ARROW1", "Arrow IPC");
      try (BufferAllocator allocator = new RootAllocator();
          FileChannel channel = FileChannel.open(path);
          ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
        Schema schema = reader.getVectorSchemaRoot().getSchema();
        List<Batch> batches = new ArrayList<>();
        long rows = 0;
        for (ArrowBlock block : reader.getRecordBlocks()) {
          Batch batch = readBatch(path, channel, schema, block, rows);
          rows += batch.rows();
          batches.add(batch);
        }
        return new ArrowFile(path, schema, batches, rows);
      }
    } catch (FalconException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Arrow's reader throws exceptions of every kind for invalid bytes.
      throw new FalconException(path + ": truncated or damaged Arrow file: " + e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw new FalconException(
          path + ": damaged Arrow file: its fields lie within each other without an end", e);
    }
  }

  /** Checks a batch before memory is allocated for its claimed length. */
  private static void requireFields(Schema schema, RecordBatch batch) {
    int buffers = 0;
    int nodes = 0;
    for (Field field : schema.getFields()) {
      buffers += buffers(field);
      nodes += nodes(field);
    }
    if (batch.buffersLength() != buffers || batch.nodesLength() != nodes || batch.length() < 0) {
      throw new IllegalArgumentException("a record batch that is not of the file's schema");
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

  /** Returns the index of a field's first buffer in a batch's buffers. */
  int firstBuffer(Field wanted) {
    return before(wanted).mapToInt(ArrowFile::buffers).sum();
  }

  /** Returns the index of a field in a batch's counts of nulls. */
  int firstNode(Field wanted) {
    return before(wanted).mapToInt(ArrowFile::nodes).sum();
  }

  private Stream<Field> before(Field wanted) {
    return schema.getFields().stream().takeWhile(field -> !field.equals(wanted));
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

  private static int buffers(Field field) {
    int count = TypeLayout.getTypeBufferCount(field.getType());
    for (Field child : field.getChildren()) {
      count += buffers(child);
    }
    return count;
  }

  private static int nodes(Field field) {
    int count = 1;
    for (Field child : field.getChildren()) {
      count += nodes(child);
    }
    return count;
  }

  private static Batch readBatch(
      Path path, FileChannel channel, Schema schema, ArrowBlock block, long firstRow)
      throws IOException {
    if (block.getMetadataLength() < 8 || block.getMetadataLength() > channel.size()) {
      throw new IllegalArgumentException("a record batch's head cannot be that long");
    }
    ByteBuffer head = ByteBuffer.allocate(block.getMetadataLength()).order(ByteOrder.LITTLE_ENDIAN);
    FileReads.fill(channel, block.getOffset(), head);
    head.flip();
    // Since format version 0.15 a continuation marker precedes the length.
    int preamble = head.getInt(0) == CONTINUATION ? 8 : 4;
    Message message =
        Message.getRootAsMessage(
            head.slice(preamble, head.limit() - preamble).order(ByteOrder.LITTLE_ENDIAN));
    RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
    if (batch.compression() != null) {
      throw new FalconException(
          path + ": is compressed; an embedding store's Arrow files are written uncompressed");
    }
    requireFields(schema, batch);
    long body = block.getOffset() + block.getMetadataLength();
    List<Extent> buffers = new ArrayList<>(batch.buffersLength());
    for (int i = 0; i < batch.buffersLength(); i++) {
      Extent extent = new Extent(body + batch.buffers(i).offset(), batch.buffers(i).length());
      if (extent.position() < body || extent.length() < 0 || extent.position() % ALIGNMENT != 0) {
        throw new IllegalArgumentException(
            "a record batch with buffers outside its body, or not aligned");
      }
      if (extent.length() > channel.size() - extent.position()) {
        throw new FalconException(path + ": truncated: a record batch ends beyond the file");
      }
      buffers.add(extent);
    }
    List<Long> nulls = new ArrayList<>(batch.nodesLength());
    for (int i = 0; i < batch.nodesLength(); i++) {
      nulls.add(batch.nodes(i).nullCount());
    }
    return new Batch(firstRow, batch.length(), buffers, nulls);
  }
}
