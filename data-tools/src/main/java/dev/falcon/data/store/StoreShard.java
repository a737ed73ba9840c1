package dev.falcon.data.store;

import dev.falcon.data.store.internal.ArrowShards;
import dev.falcon.data.store.internal.ClipRetrievalShards;
import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.ParquetShards;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One shard of a store, for reading shard by shard, wherever its files come from. Rows count from
 * the shard's first.
 */
public final class StoreShard {
  private final OpenShard shard;

  private StoreShard(OpenShard shard) {
    this.shard = shard;
  }

  /**
   * Opens a shard.
   *
   * @param files of the layout, in its order: one of Falcon's own; image vectors, text vectors and,
   *     if it exists, metadata of clip-retrieval's; a file of Parquet
   * @param firstRow the number of its first row in the store, which names rows without a key
   * @param perImage number of vectors of an image
   */
  public static StoreShard open(StoreLayout layout, List<Path> files, long firstRow, int perImage) {
    return new StoreShard(
        switch (layout) {
          case ARROW -> ArrowShards.open(files.get(0), firstRow, perImage);
          case CLIP_RETRIEVAL -> ClipRetrievalShards.open(files, firstRow, perImage);
          case PARQUET -> ParquetShards.open(files, firstRow, false).get(0);
        });
  }

  /** The number in a file name of clip-retrieval's layout; empty for other files. */
  public static OptionalLong number(String fileName) {
    return ClipRetrievalShards.number(fileName);
  }

  /**
   * The Parquet files of a store among the files of a folder, by their names: none in a folder of
   * another output of Falcon's.
   */
  public static List<String> parquet(List<String> names) {
    return ParquetShards.among(names);
  }

  /** Number of rows. */
  public long rows() {
    return shard.rows();
  }

  /** Length of a vector. */
  public int dimension() {
    return shard.vectors().dimension();
  }

  /** Returns whether rows have image vectors; otherwise those of the texts take their place. */
  public boolean hasImages() {
    return shard.vectors().sides().images();
  }

  /** Number of vectors of an image. */
  public int perImage() {
    return shard.vectors().perImage();
  }

  /** Number of values of an image. */
  public int imageLength() {
    return Math.multiplyExact(perImage(), dimension());
  }

  /** The precision of the vectors. */
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

  /** The row's key. */
  public String key(long row) {
    return shard.texts().keys().get(row).orElseGet(() -> Long.toString(shard.firstRow() + row));
  }

  /** The image id, shared by rows of the same image. */
  public Optional<String> imageId(long row) {
    return shard.texts().imageIds().get(row);
  }

  /** The row's caption. */
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
