// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Warning;
import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** Returns the image id of a row; an empty text, as pandas fills it in, is none. */
  public Optional<String> imageId(long row) {
    return texts.imageIds().get(row).filter(id -> !id.isEmpty());
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
    requireAlike(first.name(), first.columns(), name(), columns());
  }

  /** Refuses two shards if one has a column that the other lacks. */
  public static void requireAlike(
      String name, List<String> columns, String otherName, List<String> others) {
    Stream.concat(columns.stream(), others.stream())
        .filter(what -> columns.contains(what) != others.contains(what))
        .findFirst()
        .ifPresent(
            what -> {
              boolean here = columns.contains(what);
              throw new FalconException(
                  "%s: has no column of %s, and %s has one; all files of a store must have it, or none"
                      .formatted(here ? otherName : name, what, here ? name : otherName));
            });
  }

  /** Returns the columns of texts that there are, in words for messages. */
  public List<String> columns() {
    return Stream.of(
            hasKeys() ? "keys" : "",
            hasImageIds() ? "image ids" : "",
            hasCaptions() ? "captions" : "",
            hasAnchors() ? "anchors" : "")
        .filter(what -> !what.isEmpty())
        .toList();
  }

  /**
   * Returns a line for the user if rows are named by their numbers although there are columns that
   * stand for nothing, one of which may hold their keys.
   */
  public Optional<String> numberedNote(String store) {
    return hasKeys() || texts.unread().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Warning.line(
                "%s: rows are named by their numbers, since no column is called key; not read: %s"
                    .formatted(store, String.join(", ", texts.unread()))));
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
