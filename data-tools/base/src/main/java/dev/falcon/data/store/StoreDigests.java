// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.store.internal.OpenShard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Computes or looks up the digests of a store's files, and compares them with the recorded ones.
 */
final class StoreDigests {
  private final Path folder;
  private final StoredRows rows;
  private final StoreManifest manifest; // null if another tool wrote the store
  private final SharedFiles shared; // null if tasks share none

  StoreDigests(Path folder, StoredRows rows, StoreManifest manifest, SharedFiles shared) {
    this.folder = folder;
    this.rows = rows;
    this.manifest = manifest;
    this.shared = shared;
  }

  /**
   * Returns the files that stand for the store: its manifest, or every file.
   *
   * @param known digests by absolute path; these files are not read
   */
  List<Provenance.Input> inputs(Map<Path, String> known) {
    if (manifest != null) {
      return List.of(Provenance.Input.of(folder.resolve(StoreManifest.FILE_NAME)));
    }
    List<Path> files = rows.shards().stream().flatMap(shard -> shard.files().stream()).toList();
    List<String> names = files.stream().map(this::name).toList();
    if (shared != null) {
      return shared.digests(names, files);
    }
    return IntStream.range(0, files.size())
        .parallel()
        .mapToObj(i -> input(names.get(i), files.get(i), known))
        .toList();
  }

  private static Provenance.Input input(String name, Path file, Map<Path, String> known) {
    String sha256 = known.get(file.toAbsolutePath().normalize());
    if (sha256 == null) {
      return Provenance.Input.of(name, file);
    }
    try {
      return new Provenance.Input(name, Files.size(file), sha256);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Digests the files of the shards that end within these rows.
   *
   * @throws FalconException naming the first file that differs from the manifest or from what
   *     another task found before
   */
  void require(long first, long end) {
    Map<String, String> known = new HashMap<>();
    if (manifest != null) {
      manifest
          .shards()
          .forEach(shard -> shard.files().forEach(f -> known.put(f.name(), f.sha256())));
    } else if (shared != null) {
      inputs(Map.of()).forEach(input -> known.put(input.name(), input.sha256()));
    }
    rows.shards().stream()
        .filter(shard -> ends(shard) > first)
        .filter(shard -> ends(shard) <= end)
        .flatMap(shard -> shard.files().stream())
        .parallel()
        .forEach(file -> require(file, known.get(name(file))));
  }

  private static long ends(OpenShard shard) {
    return shard.firstRow() + shard.rows();
  }

  private void require(Path file, String sha256) {
    if (sha256 != null && !digest(file).equals(sha256)) {
      throw new FalconException(
          manifest == null
              ? file + ": has changed since its digest was taken; start again"
              : file
                  + ": is not as "
                  + StoreManifest.FILE_NAME
                  + " says; restore the file, or embed again");
    }
  }

  private String digest(Path file) {
    return manifest == null || shared == null ? Sha256.of(file) : shared.sha256(name(file), file);
  }

  private String name(Path file) {
    return relativeName(folder, file);
  }

  /** Returns the file's name within the store, with slashes on every platform. */
  static String relativeName(Path folder, Path file) {
    Path name = folder.equals(file) ? file.getFileName() : folder.relativize(file);
    return name.toString().replace('\\', '/');
  }
}
