// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes a shard as an Arrow IPC file, in record batches of at most 32 MiB of vectors. */
public final class ArrowShardWriter implements ShardWriter {
  private static final String KEY = "key";
  private static final String IMAGE_ID = "image_id";
  private static final String CAPTION = "caption";
  private static final String ANCHOR = "anchor";
  private static final String IMAGE_EMBEDDING = "image_embedding";
  private static final String TEXT_EMBEDDING = "text_embedding";
  private static final long BATCH_BYTES = 32L << 20;
  private static final int MAX_BATCH_ROWS = 1 << 16;

  private final AtomicFile file;
  private final FileChannel channel;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot batch;
  private final ArrowFileWriter writer;
  private final VectorBlock images;
  private final VectorBlock texts;
  private final int batchRows;
  private int rowsInBatch;
  private long rows;
  private boolean closed;

  /** Returns the file name of the shard with this number. */
  public static String fileName(int number) {
    return String.format(Locale.ROOT, "part-%05d.arrow", number);
  }

  public ArrowShardWriter(Path path, StoreOptions options) throws IOException {
    long rowBytes =
        ((long) options.imageLength() + options.dimension()) * options.vectorType().bytes();
    batchRows = (int) Math.max(1, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / rowBytes));
    file = AtomicFile.create(path);
    channel =
        FileChannel.open(
            file.path(),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    allocator = new RootAllocator();
    batch = VectorSchemaRoot.create(schema(options), allocator);
    writer = new ArrowFileWriter(batch, null, channel);
    images = new VectorBlock(vector(IMAGE_EMBEDDING), options, batchRows);
    texts = new VectorBlock(vector(TEXT_EMBEDDING), options, batchRows);
    writer.start();
  }

  @Override
  public void append(
      String key,
      Optional<String> imageId,
      Optional<String> caption,
      Optional<String> anchor,
      float[] image,
      float[] text)
      throws IOException {
    set(KEY, Optional.of(key));
    set(IMAGE_ID, imageId);
    set(CAPTION, caption);
    set(ANCHOR, anchor);
    images.set(rowsInBatch, image);
    texts.set(rowsInBatch, text);
    rowsInBatch++;
    rows++;
    if (rowsInBatch == batchRows) {
      endBatch();
    }
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void commit() throws IOException {
    if (rowsInBatch > 0) {
      endBatch();
    }
    writer.end();
    release();
    file.commit();
  }

  @Override
  public void close() throws IOException {
    try (file) {
      release();
    }
  }

  private void set(String column, Optional<String> value) {
    VarCharVector strings = (VarCharVector) batch.getVector(column);
    if (strings != null && value.isPresent()) {
      strings.setSafe(rowsInBatch, value.get().getBytes(StandardCharsets.UTF_8));
    }
  }

  private void endBatch() throws IOException {
    for (FieldVector vector : batch.getFieldVectors()) {
      if (vector instanceof FixedSizeListVector vectors) {
        vectors.setValueCount(rowsInBatch);
      } else {
        vector.setValueCount(rowsInBatch);
      }
    }
    batch.setRowCount(rowsInBatch);
    writer.writeBatch();
    for (FieldVector vector : batch.getFieldVectors()) {
      if (vector instanceof VarCharVector) {
        vector.reset();
      }
    }
    rowsInBatch = 0;
  }

  private FixedSizeListVector vector(String name) {
    return (FixedSizeListVector) batch.getVector(name);
  }

  private void release() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (channel;
        allocator) {
      batch.close();
    }
  }

  private static Schema schema(StoreOptions options) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field(KEY, FieldType.notNullable(ArrowType.Utf8.INSTANCE), null));
    if (options.imageIds()) {
      fields.add(Field.nullable(IMAGE_ID, ArrowType.Utf8.INSTANCE));
    }
    if (options.captions()) {
      fields.add(Field.nullable(CAPTION, ArrowType.Utf8.INSTANCE));
    }
    if (options.anchors()) {
      fields.add(Field.nullable(ANCHOR, ArrowType.Utf8.INSTANCE));
    }
    fields.add(vectorField(IMAGE_EMBEDDING, options, options.imageLength()));
    fields.add(vectorField(TEXT_EMBEDDING, options, options.dimension()));
    return new Schema(fields);
  }

  private static Field vectorField(String name, StoreOptions options, int length) {
    FloatingPointPrecision precision =
        options.vectorType() == VectorType.FLOAT32
            ? FloatingPointPrecision.SINGLE
            : FloatingPointPrecision.HALF;
    Field component =
        new Field("item", FieldType.notNullable(new ArrowType.FloatingPoint(precision)), null);
    return new Field(
        name, FieldType.notNullable(new ArrowType.FixedSizeList(length)), List.of(component));
  }
}
