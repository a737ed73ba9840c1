// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The content of {@code store.json}. It is written last, so a store that has it is complete.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the layout: {@value #CURRENT_VERSION} if the store names its sides,
 *     otherwise 2 if images have several vectors, otherwise 1
 * @param layout the layout of the shards on disk
 * @param rows the number of rows of all shards
 * @param dimension length of a vector
 * @param vectorType the precision of the vectors
 * @param normalised whether every vector has unit length, as in all stores that Falcon writes
 * @param shards the shards in their order
 * @param provenance how the vectors were made; null if unknown
 * @param vectorsPerImage the number of vectors per image; null for one
 * @param sides what the vectors named image and text were made from; null for an image and a text
 */
@JsonPropertyOrder({
  "format",
  "version",
  "layout",
  "rows",
  "dimension",
  "vectorsPerImage",
  "sides",
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
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer vectorsPerImage,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<Side> sides) {
  /** The value of the format field. */
  public static final String FORMAT = "falcon-embedding-store";

  /** The latest version that this Falcon reads. */
  public static final int CURRENT_VERSION = 3;

  /** The version of stores of several vectors per image. */
  public static final int SEVERAL_VECTORS_VERSION = 2;

  /** The version of stores of one vector per image. */
  public static final int ONE_VECTOR_VERSION = 1;

  /** The manifest's name in the store's folder. */
  public static final String FILE_NAME = "store.json";

  /**
   * The file that takes the manifest's place until the store is complete. It holds the options of
   * the run that writes the store.
   */
  public static final String UNFINISHED_FILE_NAME = "store.unfinished.json";

  public StoreManifest {
    shards = List.copyOf(shards);
  }

  /**
   * Digests all files and compares them with this manifest.
   *
   * @param folder the store's folder
   * @return the first file that differs; empty if there is none
   */
  public Optional<Path> changed(Path folder) {
    return shards.stream().flatMap(shard -> shard.files().stream()).toList().parallelStream()
        .filter(file -> !Sha256.of(folder.resolve(file.name())).equals(file.sha256()))
        .map(file -> folder.resolve(file.name()))
        .findFirst();
  }

  /**
   * One shard.
   *
   * @param rows the number of its rows
   * @param files its files
   */
  public record ShardEntry(long rows, List<Provenance.Input> files) {
    public ShardEntry {
      files = List.copyOf(files);
    }
  }
}
