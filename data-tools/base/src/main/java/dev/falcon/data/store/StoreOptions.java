// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import java.util.List;

/**
 * Options for writing a store.
 *
 * @param layout the layout on disk
 * @param vectorType the precision of its vectors
 * @param dimension length of a vector, at least 1
 * @param rowsPerShard rows per shard, at least 1
 * @param imageIds whether there is a column of image ids
 * @param captions whether there is a column of captions
 * @param provenance how the vectors were made
 * @param vectorsPerImage the number of vectors per image, at least 2; null for one
 * @param sides what the vectors named image and text are made from; null for an image and a text.
 *     If the first is a text, there is a column of anchors
 */
@JsonPropertyOrder({
  "layout",
  "vectorType",
  "dimension",
  "vectorsPerImage",
  "sides",
  "rowsPerShard",
  "imageIds",
  "captions",
  "provenance"
})
public record StoreOptions(
    StoreLayout layout,
    VectorType vectorType,
    int dimension,
    long rowsPerShard,
    boolean imageIds,
    boolean captions,
    Provenance provenance,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer vectorsPerImage,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<Side> sides) {
  /** clip-retrieval's default; an array then has 2 GB at 512 components of float32. */
  public static final long DEFAULT_ROWS_PER_SHARD = 1_000_000;

  /** Creates options for a store with one vector per image. */
  public StoreOptions(
      StoreLayout layout,
      VectorType vectorType,
      int dimension,
      long rowsPerShard,
      boolean imageIds,
      boolean captions,
      Provenance provenance) {
    this(layout, vectorType, dimension, rowsPerShard, imageIds, captions, provenance, null);
  }

  /** Creates options for a store of images and texts. */
  public StoreOptions(
      StoreLayout layout,
      VectorType vectorType,
      int dimension,
      long rowsPerShard,
      boolean imageIds,
      boolean captions,
      Provenance provenance,
      Integer vectorsPerImage) {
    this(
        layout,
        vectorType,
        dimension,
        rowsPerShard,
        imageIds,
        captions,
        provenance,
        vectorsPerImage,
        null);
  }

  /** Returns a copy with other sides; null for an image and a text. */
  public StoreOptions withSides(List<Side> others) {
    return new StoreOptions(
        layout,
        vectorType,
        dimension,
        rowsPerShard,
        imageIds,
        captions,
        provenance,
        vectorsPerImage,
        others);
  }

  public StoreOptions {
    if (dimension < 1) {
      throw new RequestException(
          "a vector must have at least one component; dimension=" + dimension);
    }
    if (rowsPerShard < 1) {
      throw new RequestException("a shard has at least one row; rows per shard=" + rowsPerShard);
    }
    if (vectorsPerImage != null && vectorsPerImage < 2) {
      throw new RequestException(
          "several vectors per image must be at least 2; vectors per image=" + vectorsPerImage);
    }
  }

  /** Returns whether there is a column of anchors, the texts that take the place of images. */
  @JsonIgnore
  public boolean anchors() {
    return sides != null && sides.get(0) == Side.TEXT;
  }

  /** Returns the number of floats per image: vectors per image times dimension. */
  @JsonIgnore
  public int imageLength() {
    return vectorsPerImage == null ? dimension : Math.multiplyExact(vectorsPerImage, dimension);
  }
}
