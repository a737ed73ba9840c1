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
 * @param layout on disk
 * @param vectorType the precision of its vectors
 * @param dimension length of a vector, at least 1
 * @param rowsPerShard rows per shard, at least 1
 * @param imageIds whether there is a column of image ids
 * @param captions whether there is a column of captions
 * @param provenance of the vectors
 * @param vectorsPerImage number of vectors of an image, at least 2; null for one
 * @param sides content of the vectors named image and text; null for an image and a text. If the
 *     first is a text there is a column of anchors
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
  /** clip-retrieval's; 2 GB per array at 512 components of float32. */
  public static final long DEFAULT_ROWS_PER_SHARD = 1_000_000;

  /** With one vector per image. */
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

  /** Of an image and a text. */
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
      throw new RequestException("a vector has at least one component; dimension=" + dimension);
    }
    if (rowsPerShard < 1) {
      throw new RequestException("a shard has at least one row; rows per shard=" + rowsPerShard);
    }
    if (vectorsPerImage != null && vectorsPerImage < 2) {
      throw new RequestException(
          "several vectors per image are at least 2; vectors per image=" + vectorsPerImage);
    }
  }

  /** Returns whether there is a column of anchors: the texts in place of images. */
  @JsonIgnore
  public boolean anchors() {
    return sides != null && sides.get(0) == Side.TEXT;
  }

  /** Number of values of an image. */
  @JsonIgnore
  public int imageLength() {
    return vectorsPerImage == null ? dimension : Math.multiplyExact(vectorsPerImage, dimension);
  }
}
