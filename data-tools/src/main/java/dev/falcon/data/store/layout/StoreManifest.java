package dev.falcon.data.store.layout;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import java.util.List;

/**
 * The content of {@code store.json}, which is written last: a store that has it is whole.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the layouts, 1, or {@value #CURRENT_VERSION} where images have
 *     several vectors
 * @param layout how the shards lie on disk
 * @param rows the rows of all shards
 * @param dimension the components of a vector
 * @param vectorType the precision of the vectors
 * @param normalised whether every vector has unit length; Falcon writes no others
 * @param shards the shards in their order
 * @param provenance where the vectors come from; null where that is not known
 * @param vectorsPerImage how many vectors an image has; null for one
 */
@JsonPropertyOrder({
  "format",
  "version",
  "layout",
  "rows",
  "dimension",
  "vectorsPerImage",
  "vectorType",
  "normalised",
  "shards",
  "provenance"
})
public record StoreManifest(
    String format,
    int version,
    StoreLayout layout,
    long rows,
    int dimension,
    VectorType vectorType,
    boolean normalised,
    List<ShardEntry> shards,
    Provenance provenance,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer vectorsPerImage) {
  /** What the format field holds. */
  public static final String FORMAT = "falcon-embedding-store";

  /** The latest version that this Falcon reads. */
  public static final int CURRENT_VERSION = 2;

  /** The version of stores of one vector an image. */
  public static final int ONE_VECTOR_VERSION = 1;

  /** The manifest's name in the store's folder. */
  public static final String FILE_NAME = "store.json";

  /** What lies in its place until the store is whole: the options of the run that writes it. */
  public static final String UNFINISHED_FILE_NAME = "store.unfinished.json";

  public StoreManifest {
    shards = List.copyOf(shards);
  }

  /**
   * One shard.
   *
   * @param rows its rows
   * @param files its files
   */
  public record ShardEntry(long rows, List<Provenance.Input> files) {
    public ShardEntry {
      files = List.copyOf(files);
    }
  }
}
