// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.table.TableFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The files of a store's folder, checked to be complete.
 *
 * @param layout the layout of the files
 * @param shards the shards in the order of their rows, with at least one row in total
 * @param manifest the store's manifest; null if another tool wrote the store
 */
public record StoreFiles(StoreLayout layout, List<OpenShard> shards, StoreManifest manifest) {

  /**
   * Opens the files of a folder, of any layout, or one Parquet or Arrow file.
   *
   * @param oneSide whether image vectors or text vectors may be missing
   * @throws FalconException if they are not a complete store
   * @throws RequestException if there is no such folder
   */
  public static StoreFiles open(Path folder, boolean oneSide) {
    Path manifestFile = folder.resolve(StoreManifest.FILE_NAME);
    StoreManifest manifest =
        Folders.exists(manifestFile) ? Json.read(manifestFile, StoreManifest.class) : null;
    if (manifest != null) {
      requireReadable(manifestFile, manifest);
    }
    boolean arrow = manifest != null && manifest.layout() == StoreLayout.ARROW;
    List<Path> tables =
        arrow ? named(folder, manifest) : manifest == null ? TableShards.files(folder) : List.of();
    if (manifest == null && tables.isEmpty()) {
      requireFinished(folder, oneSide);
    }
    int perImage =
        manifest == null || manifest.vectorsPerImage() == null ? 1 : manifest.vectorsPerImage();
    List<OpenShard> shards =
        arrow || !tables.isEmpty()
            ? TableShards.open(tables, 0, perImage, oneSide && !arrow)
            : ClipRetrievalShards.open(folder, perImage, oneSide);
    requireAlike(shards);
    if (shards.isEmpty() || shards.stream().allMatch(shard -> shard.rows() == 0)) {
      throw new FalconException(folder + ": the store has no rows");
    }
    if (manifest != null) {
      requireAsPromised(manifestFile, manifest, shards);
    }
    return new StoreFiles(layout(tables), shards, manifest);
  }

  private static StoreLayout layout(List<Path> tables) {
    if (tables.isEmpty()) {
      return StoreLayout.CLIP_RETRIEVAL;
    }
    return TableFormat.ofFile(tables.get(0)) == TableFormat.PARQUET
        ? StoreLayout.PARQUET
        : StoreLayout.ARROW;
  }

  private static List<Path> named(Path folder, StoreManifest manifest) {
    return IntStream.range(0, manifest.shards().size())
        .mapToObj(shard -> folder.resolve(ArrowShardWriter.fileName(shard)))
        .toList();
  }

  private static void requireFinished(Path folder, boolean oneSide) {
    if (Folders.isFile(folder)) {
      throw new RequestException(
          folder
              + ": is a file; an embedding store is a folder, as falcon embed makes it, and"
              + " StoreWriter of falcon_plan.py of arrays, or a .parquet or .arrow file with"
              + " columns of vectors");
    }
    if (!Folders.isFolder(folder)) {
      throw new RequestException(
          folder
              + ": an embedding store is a folder, and there is no such folder; falcon embed makes"
              + " one");
    }
    if (Folders.exists(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME))) {
      throw new FalconException(
          folder + ": the store is unfinished; the run that wrote it can be started again");
    }
    if (!ClipRetrievalShards.isHere(folder, oneSide)) {
      requireTablesHere(folder);
      throw new FalconException(
          folder
              + ": not an embedding store: no "
              + StoreManifest.FILE_NAME
              + " and no img_emb; "
              + (Folders.isFolder(folder.resolve("text_emb"))
                  ? "with text_emb alone it is a text corpus"
                  : "falcon embed makes one"));
    }
  }

  /** Refuses a folder whose tables lie one folder below, as in partitions ({@code lang=de}). */
  private static void requireTablesHere(Path folder) {
    Optional<Path> below =
        Folders.list(folder).stream()
            .filter(child -> Folders.isFolder(child) && !TableShards.files(child).isEmpty())
            .sorted()
            .findFirst();
    if (below.isPresent()) {
      throw new FalconException(
          folder
              + ": its Parquet or Arrow files lie in folders below; name one, such as "
              + below.get());
    }
  }

  private static void requireReadable(Path file, StoreManifest manifest) {
    if (!StoreManifest.FORMAT.equals(manifest.format())) {
      throw new FalconException(
          file + ": format is '" + manifest.format() + "', not '" + StoreManifest.FORMAT + "'");
    }
    if (manifest.version() > StoreManifest.CURRENT_VERSION) {
      throw new FalconException(
          file
              + ": version "
              + manifest.version()
              + " is newer than "
              + StoreManifest.CURRENT_VERSION
              + ", the latest that this Falcon reads");
    }
  }

  private static void requireAlike(List<OpenShard> shards) {
    for (OpenShard shard : shards) {
      OpenShard first = shards.get(0);
      if (shard.vectors().dimension() != first.vectors().dimension()
          || shard.vectors().type() != first.vectors().type()) {
        throw new FalconException(
            first.files().get(0)
                + " holds "
                + first.vectors().type().label()
                + " vectors of dimension "
                + first.vectors().dimension()
                + " but "
                + shard.files().get(0)
                + " "
                + shard.vectors().type().label()
                + " vectors of dimension "
                + shard.vectors().dimension());
      }
    }
  }

  private static void requireAsPromised(Path file, StoreManifest manifest, List<OpenShard> shards) {
    if (shards.size() != manifest.shards().size()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s says %d shards but there are %d",
              file,
              manifest.shards().size(),
              shards.size()));
    }
    for (int i = 0; i < shards.size(); i++) {
      OpenShard shard = shards.get(i);
      long promised = manifest.shards().get(i).rows();
      if (shard.rows() != promised || shard.vectors().dimension() != manifest.dimension()) {
        throw new FalconException(
            String.format(
                Locale.ROOT,
                "%s has %d rows of dimension %d but %s says %d of dimension %d",
                shard.files().get(0),
                shard.rows(),
                shard.vectors().dimension(),
                file,
                promised,
                manifest.dimension()));
      }
    }
  }
}
