// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.table.ColumnType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/** Rows of an Arrow IPC file or stream; one record batch is in memory at a time. */
public final class ArrowRowSource implements RowSource {

  /**
   * The maximum memory as a multiple of the file's length. A batch is read as stored, so one that
   * requests more is damaged.
   */
  private static final int MEMORY_RATIO = 4;

  private static final long FREE_BYTES = 16L << 20;

  private final FileChannel channel;
  private final BufferAllocator allocator;
  private final ArrowReader reader;
  private final VectorSchemaRoot batch;
  private final List<ArrowColumn> selected = new ArrayList<>();
  private int next;
  private int batchRows;
  private boolean damaged;

  private ArrowRowSource(Path file, FileChannel channel, boolean stream) throws IOException {
    this.channel = channel;
    this.allocator = new RootAllocator(FREE_BYTES + MEMORY_RATIO * channel.size());
    this.reader =
        stream
            ? new ArrowStreamReader(
                new SoundMessages(channel, allocator), allocator, new Uncompressed(file))
            : new WholeDictionaries(channel, allocator, new Uncompressed(file));
    this.batch = reader.getVectorSchemaRoot();
    if (reader instanceof WholeDictionaries whole) {
      whole.loadRest();
    }
  }

  public static ArrowRowSource open(Path file) throws IOException {
    boolean stream = FileEnds.requireArrow(file);
    FileChannel channel = FileChannel.open(file);
    try {
      return new ArrowRowSource(file, channel, stream);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw FileEnds.unreadable(file, e);
    }
  }

  @Override
  public List<String> columns() {
    return batch.getSchema().getFields().stream()
        .map(field -> Objects.requireNonNullElse(field.getName(), ""))
        .toList();
  }

  @Override
  public Map<String, String> metadata() {
    Map<String, String> metadata = batch.getSchema().getCustomMetadata();
    return metadata == null ? Map.of() : metadata;
  }

  /**
   * Returns -1, since the footer holds the positions of the batches but not their numbers of rows.
   */
  @Override
  public long rows() {
    return -1;
  }

  @Override
  public void select(String column, ColumnType type, int position) {
    FieldVector vector = vector(column);
    selected.add(new ArrowColumn(vector, records(column), dictionary(vector), type, position));
  }

  @Override
  public List<String> fields(String column) {
    FieldVector vector = vector(column);
    return vector instanceof StructVector
        ? vector.getField().getChildren().stream()
            .filter(field -> field.getName() != null && field.getChildren().isEmpty())
            .map(field -> column + "." + field.getName())
            .toList()
        : List.of();
  }

  @Override
  public Content content(String column) {
    FieldVector vector = vector(column);
    return ArrowColumn.content(dictionary(vector).orElse(vector).getField());
  }

  /** Returns the values to which a column's numbers refer; empty for a column of values. */
  private Optional<FieldVector> dictionary(FieldVector vector) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    return encoding == null
        ? Optional.empty()
        : Optional.of(reader.lookup(encoding.getId()).getVector());
  }

  /**
   * Returns the vector of a column, or of a field of a column of records. The library's own search
   * by name fails if a field has no name.
   */
  private FieldVector vector(String column) {
    return records(column)
        .map(records -> field((StructVector) records, column))
        .orElseGet(() -> batch.getVector(columns().indexOf(column)));
  }

  private static FieldVector field(StructVector records, String column) {
    return records.getChild(column.substring(column.lastIndexOf('.') + 1), FieldVector.class);
  }

  /** Returns the vector of which a column is a field; empty for a whole column. */
  private Optional<FieldVector> records(String column) {
    return columns().contains(column)
        ? Optional.empty()
        : Optional.of(vector(column.substring(0, column.lastIndexOf('.'))));
  }

  @Override
  public boolean read(Row row) throws IOException {
    if (!advance()) {
      return false;
    }
    for (ArrowColumn column : selected) {
      column.read(next - 1, row);
    }
    return true;
  }

  /** Advances to the next row, of which any column can be read; returns false at the end. */
  public boolean advance() throws IOException {
    while (next == batchRows) {
      if (!loadNextBatch()) {
        return false;
      }
      next = 0;
      batchRows = batch.getRowCount();
    }
    next++;
    return true;
  }

  /** Returns a column's value in the current row; empty for a null. */
  public Optional<Cell> value(int column) {
    FieldVector vector = batch.getVector(column);
    return ArrowColumn.value(vector, dictionary(vector), next - 1);
  }

  /** Refuses compressed batches. */
  private record Uncompressed(Path file) implements CompressionCodec.Factory {
    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type) {
      if (type != CompressionUtil.CodecType.NO_COMPRESSION) {
        throw new RequestException(
            file + ": is compressed; write an Arrow file uncompressed, or as Parquet");
      }
      return NoCompressionCodec.INSTANCE;
    }

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
      return createCodec(type);
    }
  }

  /**
   * Reads all parts of a file's dictionaries. The library reads as many as there are dictionaries,
   * and leaves out those that add values to an earlier one.
   */
  private static final class WholeDictionaries extends ArrowFileReader {
    WholeDictionaries(
        FileChannel channel, BufferAllocator allocator, CompressionCodec.Factory codecs) {
      super(channel, allocator, codecs);
    }

    void loadRest() throws IOException {
      int parts = getDictionaryBlocks().size();
      for (int part = getDictionaryVectors().size(); part < parts; part++) {
        loadDictionary(readDictionary());
      }
    }
  }

  /** Checks that a message of a stream lies within the file before memory is allocated for it. */
  private static final class SoundMessages extends MessageChannelReader {
    /** The bytes before a message: a marker and the message's length. */
    private static final int HEAD = 2 * Integer.BYTES;

    private final FileChannel channel;

    SoundMessages(FileChannel channel, BufferAllocator allocator) {
      super(new ReadChannel(channel), allocator);
      this.channel = channel;
    }

    @Override
    public MessageResult readNext() throws IOException {
      long position = channel.position();
      ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
      FileReads.fill(channel, position, head);
      // Streams before Arrow 0.15 have no marker.
      int length = head.getInt(0) == -1 ? head.getInt(Integer.BYTES) : head.getInt(0);
      if (length < 0 || length > channel.size() - position) {
        throw new IOException("a message claims " + length + " bytes");
      }
      return super.readNext();
    }
  }

  private boolean loadNextBatch() throws IOException {
    damaged = true;
    boolean loaded = reader.loadNextBatch();
    damaged = false;
    return loaded;
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      reader.close();
      if (!damaged) {
        allocator.close(); // refuses where a batch that could not be read has left buffers behind
      }
    }
  }
}
