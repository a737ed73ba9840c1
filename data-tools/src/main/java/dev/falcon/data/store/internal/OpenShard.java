package dev.falcon.data.store.internal;

import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.List;

/**
 * One shard of a store, opened.
 *
 * @param name of the shard in messages: the file with its keys
 * @param files all its files
 * @param firstRow the number of its first row in the store
 * @param rows its rows
 * @param dimension length of its vectors
 * @param perImage number of vectors of an image
 * @param type the precision of its vectors
 * @param hasImageIds whether its image ids are known
 * @param hasCaptions whether its captions are known
 * @param hasAnchors whether texts take the place of images
 * @param sides the existing vectors
 */
public record OpenShard(
    String name,
    List<Path> files,
    long firstRow,
    long rows,
    int dimension,
    int perImage,
    VectorType type,
    VectorColumn image,
    VectorColumn text,
    TextColumn keys,
    TextColumn imageIds,
    TextColumn captions,
    TextColumn anchors,
    boolean hasImageIds,
    boolean hasCaptions,
    boolean hasAnchors,
    Sides sides) {
  /** The existing vectors; if one kind is missing, the other takes its place. */
  public enum Sides {
    BOTH,
    IMAGES,
    TEXTS;

    /** Returns whether image vectors exist. */
    public boolean images() {
      return this != TEXTS;
    }

    /** Returns whether text vectors exist. */
    public boolean texts() {
      return this != IMAGES;
    }
  }
}
