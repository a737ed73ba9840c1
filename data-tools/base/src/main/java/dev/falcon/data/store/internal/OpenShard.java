// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An open shard of a store.
 *
 * @param name the shard's name in messages: the file that holds its keys
 * @param files all its files
 * @param firstRow the number of its first row in the store
 * @param rows the number of its rows
 * @param vectors the vectors of its rows
 * @param texts the texts of its rows
 */
public record OpenShard(
    String name, List<Path> files, long firstRow, long rows, RowVectors vectors, RowTexts texts) {
  /**
   * The vectors of a shard.
   *
   * @param dimension length of a vector
   * @param perImage number of vectors of an image
   * @param type their precision
   * @param sides which vectors exist
   */
  public record RowVectors(
      int dimension,
      int perImage,
      VectorType type,
      VectorColumn image,
      VectorColumn text,
      Sides sides) {}

  /**
   * The texts of a shard; {@link TextColumn#NONE} is a column that the shard does not have.
   *
   * @param anchors the texts that take the place of images
   * @param unread the names of columns that stand for nothing
   */
  public record RowTexts(
      TextColumn keys,
      TextColumn imageIds,
      TextColumn captions,
      TextColumn anchors,
      List<String> unread) {
    /** No texts. */
    static final RowTexts NONE =
        new RowTexts(TextColumn.NONE, TextColumn.NONE, TextColumn.NONE, TextColumn.NONE, List.of());
  }

  /**
   * Returns the key of a row, numbered within the shard; empty if it is null or empty. Without a
   * column of keys, it is the row's number in the store.
   */
  public Optional<String> key(long row) {
    return hasKeys()
        ? texts.keys().get(row).filter(key -> !key.isEmpty())
        : Optional.of(Long.toString(firstRow + row));
  }

  /** Returns the name of a row: its key, else its number in the store. */
  public String name(long row) {
    return key(row).orElseGet(() -> Long.toString(firstRow + row));
  }

  /**
   * Refuses a shard that lacks a column that the first one has, or the reverse: some rows would be
   * named by their numbers, or would lose what the others are compared by.
   */
  public void requireColumnsOf(OpenShard first) {
    requireAlike(first, "keys", OpenShard::hasKeys);
    requireAlike(first, "image ids", OpenShard::hasImageIds);
    requireAlike(first, "captions", OpenShard::hasCaptions);
    requireAlike(first, "anchors", OpenShard::hasAnchors);
  }

  private void requireAlike(OpenShard first, String what, Predicate<OpenShard> has) {
    if (has.test(first) != has.test(this)) {
      boolean here = has.test(this);
      throw new FalconException(
          "%s: has no column of %s, and %s has one; all files of a store must have it, or none"
              .formatted((here ? first : this).name(), what, (here ? this : first).name()));
    }
  }

  /** Returns whether there is a column of keys. */
  public boolean hasKeys() {
    return texts.keys() != TextColumn.NONE;
  }

  /** Returns whether its image ids are known. */
  public boolean hasImageIds() {
    return texts.imageIds() != TextColumn.NONE;
  }

  /** Returns whether its captions are known. */
  public boolean hasCaptions() {
    return texts.captions() != TextColumn.NONE;
  }

  /** Returns whether texts take the place of images. */
  public boolean hasAnchors() {
    return texts.anchors() != TextColumn.NONE;
  }

  /** The vectors that exist; if one kind is missing, the other takes its place. */
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
