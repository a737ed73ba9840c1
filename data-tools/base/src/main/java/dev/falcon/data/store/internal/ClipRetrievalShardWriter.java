// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a shard in clip-retrieval's layout; the metadata are moved into place last. */
public final class ClipRetrievalShardWriter implements ShardWriter {
  private static final int IMAGE_PATH = 0;
  private static final int KEY = 1;

  private final AtomicFile imageFile;
  private final AtomicFile textFile;
  private final NpyWriter images;
  private final NpyWriter texts;
  private final TableWriter metadata;
  private final int imageId;
  private final int caption;
  private final int anchor;

  public ClipRetrievalShardWriter(Path image, Path text, Path metadata, StoreOptions options)
      throws IOException {
    List<TableSchema.Column> columns = new ArrayList<>();
    columns.add(TableSchema.required("image_path", ColumnType.UTF8));
    columns.add(TableSchema.required("key", ColumnType.UTF8));
    imageId = options.imageIds() ? columns.size() : -1;
    if (options.imageIds()) {
      columns.add(TableSchema.nullable("image_id", ColumnType.UTF8));
    }
    caption = options.captions() ? columns.size() : -1;
    if (options.captions()) {
      columns.add(TableSchema.nullable("caption", ColumnType.UTF8));
    }
    anchor = options.anchors() ? columns.size() : -1;
    if (options.anchors()) {
      columns.add(TableSchema.nullable("anchor", ColumnType.UTF8));
    }
    NpyType type = options.vectorType() == VectorType.FLOAT32 ? NpyType.FLOAT32 : NpyType.FLOAT16;
    this.imageFile = AtomicFile.create(image);
    this.textFile = AtomicFile.create(text);
    this.images = new NpyWriter(imageFile.path(), type, options.imageLength());
    this.texts = new NpyWriter(textFile.path(), type, options.dimension());
    this.metadata =
        TableWriter.create(metadata, TableFormat.PARQUET, new TableSchema(columns), Map.of());
  }

  @Override
  public void append(
      String key,
      Optional<String> shared,
      Optional<String> said,
      Optional<String> asked,
      float[] image,
      float[] text)
      throws IOException {
    images.append(image, 0);
    texts.append(text, 0);
    metadata.setString(IMAGE_PATH, key).setString(KEY, key);
    if (imageId >= 0) {
      metadata.setString(imageId, shared);
    }
    if (caption >= 0) {
      metadata.setString(caption, said);
    }
    if (anchor >= 0) {
      metadata.setString(anchor, asked);
    }
    metadata.endRow();
  }

  @Override
  public long rows() {
    return metadata.rows();
  }

  @Override
  public void commit() throws IOException {
    images.close();
    texts.close();
    imageFile.commit();
    textFile.commit();
    metadata.commit();
  }

  @Override
  public void close() throws IOException {
    try (metadata;
        textFile;
        imageFile) {
      images.abandon();
      texts.abandon();
    }
  }
}
