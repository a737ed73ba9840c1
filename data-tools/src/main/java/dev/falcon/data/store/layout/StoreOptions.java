package dev.falcon.data.store.layout;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;

/**
 * How a store is to be written.
 *
 * @param layout how it lies on disk
 * @param vectorType the precision of its vectors
 * @param dimension the components of a vector, at least 1
 * @param rowsPerShard after how many rows a new shard is begun, at least 1
 * @param imageIds whether there is a column of image ids
 * @param captions whether there is a column of captions
 * @param provenance where the vectors come from
 * @param vectorsPerImage how many vectors an image has, at least 2; null for one
 */
@JsonPropertyOrder({
  "layout",
  "vectorType",
  "dimension",
  "vectorsPerImage",
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
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer vectorsPerImage) {
  /** As clip-retrieval writes; 2 GB an array at 512 components of float32. */
  public static final long DEFAULT_ROWS_PER_SHARD = 1_000_000;

  /** With one vector an image. */
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

  public StoreOptions {
    if (dimension < 1) {
      throw new RequestException("a vector has at least one component; dimension=" + dimension);
    }
    if (rowsPerShard < 1) {
      throw new RequestException("a shard has at least one row; rows per shard=" + rowsPerShard);
    }
    if (vectorsPerImage != null && vectorsPerImage < 2) {
      throw new RequestException(
          "several vectors an image are at least 2; vectors per image=" + vectorsPerImage);
    }
  }

  /** The components of all vectors of an image. */
  @JsonIgnore
  public int imageLength() {
    return vectorsPerImage == null ? dimension : Math.multiplyExact(vectorsPerImage, dimension);
  }
}
