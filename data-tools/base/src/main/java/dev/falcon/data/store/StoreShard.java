// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.store.internal.ClipRetrievalShards;
import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.TableShards;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One shard of a store, for reading a store shard by shard, wherever the files come from. Row
 * numbers start at 0 with the shard's first row.
 */
public final class StoreShard {
  private final OpenShard shard;

  private StoreShard(OpenShard shard) {
    this.shard = shard;
  }

  /**
   * Opens a shard.
   *
   * @param files the shard's files: one Arrow file or one Parquet file, or image vectors, text
   *     vectors and, if they exist, metadata in clip-retrieval's layout
   * @param firstRow the number of the shard's first row in the store, from which rows without a key
   *     are named
   * @param perImage the number of vectors per image, at least 1
   */
  public static StoreShard open(StoreLayout layout, List<Path> files, long firstRow, int perImage) {
    return new StoreShard(
        switch (layout) {
          case ARROW, PARQUET -> TableShards.open(files, firstRow, perImage, false).get(0);
          case CLIP_RETRIEVAL -> ClipRetrievalShards.open(files, firstRow, perImage);
        });
  }

  /** Returns the number in a file name of clip-retrieval's layout; empty for other names. */
  public static OptionalLong number(String fileName) {
    return ClipRetrievalShards.number(fileName);
  }

  /**
   * Returns the names of a store's Parquet files among the names of a folder's files; none if the
   * folder is another of Falcon's outputs.
   */
  public static List<String> parquet(List<String> names) {
    return TableShards.parquet(names);
  }

  /** Returns the number of rows. */
  public long rows() {
    return shard.rows();
  }

  /** Returns the length of a vector. */
  public int dimension() {
    return shard.vectors().dimension();
  }

  /** Returns whether rows have image vectors; otherwise those of the texts take their place. */
  public boolean hasImages() {
    return shard.vectors().sides().images();
  }

  /** Returns the number of vectors per image. */
  public int perImage() {
    return shard.vectors().perImage();
  }

  /** Returns the number of floats per image: {@code perImage() * dimension()}. */
  public int imageLength() {
    return Math.multiplyExact(perImage(), dimension());
  }

  /** Returns the precision of the vectors. */
  public VectorType vectorType() {
    return shard.vectors().type();
  }

  /** Returns whether image ids are known. */
  public boolean hasImageIds() {
    return shard.hasImageIds();
  }

  /** Returns whether captions are known. */
  public boolean hasCaptions() {
    return shard.hasCaptions();
  }

  /** Returns the columns of texts that it has, such as that of keys, in words for messages. */
  public List<String> columns() {
    return shard.columns();
  }

  /**
   * Refuses two shards of one store if one has a column that the other lacks.
   *
   * @param columns the {@link #columns} of a shard
   * @param others those of the other
   */
  public static void requireAlike(
      String name, List<String> columns, String otherName, List<String> others) {
    OpenShard.requireAlike(name, columns, otherName, others);
  }

  /**
   * Returns a line for the user if rows are named by their numbers although there are columns that
   * are not read, one of which may hold their keys.
   */
  public Optional<String> numberedNote(String store) {
    return shard.numberedNote(store);
  }

  /** Returns the row's key; of a row that is rejected for having none, its number. */
  public String key(long row) {
    return shard.name(row);
  }

  /** Returns whether the row has a key, which is neither null nor empty. */
  public boolean hasKey(long row) {
    return shard.key(row).isPresent();
  }

  /** Returns the image id, shared by rows of the same image. */
  public Optional<String> imageId(long row) {
    return shard.imageId(row);
  }

  /** Returns the row's caption. */
  public Optional<String> caption(long row) {
    return shard.texts().captions().get(row);
  }

  /**
   * Reads the vectors of consecutive rows as stored; {@link Vectors#normalise} converts them to
   * those that a store returns.
   *
   * @param image [(to - from) x perImage x dimension], receives the image vectors
   * @param text [(to - from) x dimension], receives the text vectors
   */
  public void readStored(long from, long to, float[] image, float[] text) {
    short[] scratch = new short[imageLength()];
    shard.vectors().image().readRange(from, to, image, 0, scratch);
    shard.vectors().text().readRange(from, to, text, 0, scratch);
  }

  /**
   * Reads the vectors of consecutive rows as stored bytes: little-endian components of the shard's
   * precision.
   *
   * @param image receives the image vectors, (to - from) x imageLength components
   * @param text receives the text vectors, (to - from) x dimension components
   */
  public void readBytes(long from, long to, byte[] image, byte[] text) {
    shard.vectors().image().readBytes(from, to, image);
    shard.vectors().text().readBytes(from, to, text);
  }
}
