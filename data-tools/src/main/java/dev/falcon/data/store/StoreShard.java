package dev.falcon.data.store;

import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.arrow.ArrowShards;
import dev.falcon.data.store.internal.clipretrieval.ClipRetrievalShards;
import dev.falcon.data.store.layout.StoreLayout;
import dev.falcon.data.store.layout.VectorType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One shard of a store by itself, for those who read a store shard by shard, wherever its files
 * have come from. Rows count from the shard's first.
 */
public final class StoreShard {
  private final OpenShard shard;

  private StoreShard(OpenShard shard) {
    this.shard = shard;
  }

  /**
   * Opens a shard.
   *
   * @param files those of the layout, in its order: one of Falcon's own; image vectors, text
   *     vectors and, where there is one, metadata of clip-retrieval's
   * @param firstRow the number of its first row in the store, by which rows without a key are
   *     called
   * @param perImage how many vectors an image has
   */
  public static StoreShard open(StoreLayout layout, List<Path> files, long firstRow, int perImage) {
    return new StoreShard(
        switch (layout) {
          case ARROW -> ArrowShards.open(files.get(0), firstRow, perImage);
          case CLIP_RETRIEVAL -> ClipRetrievalShards.open(files, firstRow, perImage);
        });
  }

  /** The number in the name of a file of clip-retrieval's layout; empty where it is no shard's. */
  public static OptionalLong number(String fileName) {
    return ClipRetrievalShards.number(fileName);
  }

  /** How many rows the shard has. */
  public long rows() {
    return shard.rows();
  }

  /** The components of a vector. */
  public int dimension() {
    return shard.dimension();
  }

  /** How many vectors an image has. */
  public int perImage() {
    return shard.perImage();
  }

  /** The components of all vectors of an image. */
  public int imageLength() {
    return Math.multiplyExact(perImage(), dimension());
  }

  /** The precision in which the vectors are kept. */
  public VectorType vectorType() {
    return shard.type();
  }

  /** Whether image ids are told. */
  public boolean hasImageIds() {
    return shard.hasImageIds();
  }

  /** Whether captions are told. */
  public boolean hasCaptions() {
    return shard.hasCaptions();
  }

  /** The row's key. */
  public String key(long row) {
    return shard.keys().get(row).orElseGet(() -> Long.toString(shard.firstRow() + row));
  }

  /** What rows of the same image share. */
  public Optional<String> imageId(long row) {
    return shard.imageIds().get(row);
  }

  /** The row's caption. */
  public Optional<String> caption(long row) {
    return shard.captions().get(row);
  }

  /**
   * Reads the vectors of consecutive rows as they are kept; {@link Vectors#normalise} makes of them
   * what a store gives.
   *
   * @param image [(to - from) x perImage x dimension], receives the image vectors
   * @param text [(to - from) x dimension], receives the text vectors
   */
  public void readStored(long from, long to, float[] image, float[] text) {
    short[] scratch = new short[imageLength()];
    shard.image().readRange(from, to, image, 0, scratch);
    shard.text().readRange(from, to, text, 0, scratch);
  }

  /**
   * Reads the vectors of consecutive rows as the bytes that are kept: little-endian components of
   * the shard's precision.
   *
   * @param image receives the image vectors, (to - from) x imageLength components
   * @param text receives the text vectors, (to - from) x dimension components
   */
  public void readBytes(long from, long to, byte[] image, byte[] text) {
    shard.image().readBytes(from, to, image);
    shard.text().readBytes(from, to, text);
  }
}
