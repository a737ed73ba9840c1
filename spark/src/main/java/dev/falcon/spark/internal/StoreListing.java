// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Json;
import dev.falcon.data.npy.NpyHeader;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The driver's view of a store: the files of its shards. No row is read, and the memory does not
 * depend on the number of rows.
 *
 * @param name the store's name, as the user wrote it
 * @param isFile whether the store is a single file, not a folder
 * @param shards the shards that have rows
 * @param manifest the store's manifest, as an input for the provenance; empty if it has none
 */
public record StoreListing(
    String name,
    boolean isFile,
    StoreLayout layout,
    List<ShardFiles> shards,
    Optional<Provenance.Input> manifest) {
  private static final int NPY_HEAD = 1 << 16;
  private static final List<String> FOLDERS = List.of("img_emb", "text_emb", "metadata");

  /** Lists a store of either layout. */
  public static StoreListing of(String folder, Storage storage) {
    String name = folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder;
    String store = storage.absolute(name);
    String manifestFile = store + "/" + StoreManifest.FILE_NAME;
    StoreManifest manifest = null;
    Optional<Provenance.Input> input = Optional.empty();
    if (storage.exists(manifestFile)) {
      byte[] bytes = storage.read(manifestFile);
      manifest = parsed(manifestFile, bytes);
      input =
          Optional.of(
              new Provenance.Input(StoreManifest.FILE_NAME, bytes.length, Sha256.of(bytes)));
    } else if (storage.exists(store + "/" + StoreManifest.UNFINISHED_FILE_NAME)) {
      throw new FalconException(
          store + ": the store is unfinished; the run that wrote it can be started again");
    }
    List<ShardFiles> file = ofFile(store, storage);
    List<ShardFiles> shards = file;
    if (file.isEmpty()) {
      shards = manifest == null ? ofFolders(store, storage) : ofManifest(store, manifest);
    }
    List<ShardFiles> filled = shards.stream().filter(shard -> shard.rows() > 0).toList();
    if (filled.isEmpty()) {
      throw new FalconException(store + ": the store has no rows");
    }
    return new StoreListing(name, !file.isEmpty(), filled.get(0).layout(), filled, input);
  }

  /** Returns the shard of a single Parquet file that is a store; empty if it is not such a file. */
  private static List<ShardFiles> ofFile(String store, Storage storage) {
    int folder = store.lastIndexOf('/');
    return storage.isFile(store)
        ? ParquetListing.of(
            store.substring(0, folder), List.of(store.substring(folder + 1)), storage)
        : List.of();
  }

  private static StoreManifest parsed(String file, byte[] bytes) {
    StoreManifest manifest;
    try {
      manifest = Json.mapper().readValue(bytes, StoreManifest.class);
    } catch (IOException e) {
      throw new FalconException(file + ": has unexpected JSON", e);
    }
    if (!StoreManifest.FORMAT.equals(manifest.format())
        || manifest.version() > StoreManifest.CURRENT_VERSION) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: is %s of version %d; this Falcon reads %s up to version %d",
              file,
              manifest.format(),
              manifest.version(),
              StoreManifest.FORMAT,
              StoreManifest.CURRENT_VERSION));
    }
    return manifest;
  }

  private static List<ShardFiles> ofManifest(String store, StoreManifest manifest) {
    List<ShardFiles> shards = new ArrayList<>();
    long firstRow = 0;
    for (StoreManifest.ShardEntry entry : manifest.shards()) {
      shards.add(
          new ShardFiles(
              manifest.layout(),
              store,
              entry.files().stream().map(Provenance.Input::name).toList(),
              entry.files().stream().map(Provenance.Input::bytes).toList(),
              List.of(),
              entry.files().stream().map(Provenance.Input::sha256).toList(),
              firstRow,
              entry.rows(),
              perImage(manifest)));
      firstRow += entry.rows();
    }
    return shards;
  }

  private static int perImage(StoreManifest manifest) {
    return manifest.vectorsPerImage() == null ? 1 : manifest.vectorsPerImage();
  }

  private static List<ShardFiles> ofFolders(String store, Storage storage) {
    List<SortedMap<Long, String>> numbered = new ArrayList<>();
    for (String folder : FOLDERS) {
      numbered.add(numbered(store, folder, storage));
    }
    SortedMap<Long, String> images = numbered.get(0);
    if (images.isEmpty()) {
      DataFolders.requireNoVersions(
          store, log -> !FOLDERS.contains(log) && storage.exists(store + "/" + log));
      List<ShardFiles> parquet = ParquetListing.of(store, storage.list(store), storage);
      if (parquet.isEmpty()) {
        throw new RequestException(
            store
                + ": not an embedding store: no "
                + StoreManifest.FILE_NAME
                + ", no image vectors in img_emb and no Parquet files with columns of vectors, as"
                + " which Spark reads the files of other tools");
      }
      return parquet;
    }
    if (numbered.get(2).isEmpty()) {
      numbered.remove(2);
    }
    for (int folder = 1; folder < numbered.size(); folder++) {
      if (!images.keySet().equals(numbered.get(folder).keySet())) {
        throw new FalconException(
            store + "/" + FOLDERS.get(folder) + ": has not the files of img_emb's numbers");
      }
    }
    List<Long> numbers = List.copyOf(images.keySet());
    // Headers are read concurrently, since an object store takes long for each.
    List<ShardFiles> unplaced =
        IntStream.range(0, numbers.size())
            .parallel()
            .mapToObj(
                i ->
                    described(
                        store,
                        numbered.stream().map(names -> names.get(numbers.get(i))).toList(),
                        storage))
            .toList();
    return placed(unplaced);
  }

  /**
   * Returns shards in order with their first rows: each starts after the last row of its
   * predecessor.
   */
  static List<ShardFiles> placed(List<ShardFiles> unplaced) {
    List<ShardFiles> shards = new ArrayList<>();
    long firstRow = 0;
    for (ShardFiles each : unplaced) {
      shards.add(each.from(firstRow));
      firstRow += each.rows();
    }
    return shards;
  }

  private static ShardFiles described(String store, List<String> names, Storage storage) {
    List<Long> bytes = names.stream().map(name -> storage.size(store + "/" + name)).toList();
    String image = store + "/" + names.get(0);
    ByteBuffer head = ByteBuffer.wrap(storage.head(image, NPY_HEAD));
    NpyHeader header = NpyHeader.parse(image, head, bytes.get(0));
    return new ShardFiles(
        StoreLayout.CLIP_RETRIEVAL,
        store,
        names,
        bytes,
        List.of(),
        List.of(),
        0,
        header.shape().get(0),
        1);
  }

  private static SortedMap<Long, String> numbered(String store, String folder, Storage storage) {
    SortedMap<Long, String> files = new TreeMap<>();
    for (String name : storage.list(store + "/" + folder)) {
      StoreShard.number(name).ifPresent(number -> files.put(number, folder + "/" + name));
    }
    return files;
  }

  /**
   * Returns a copy after a check.
   *
   * @param findings the finding of each shard
   */
  StoreListing checked(List<ShardFinding> findings) {
    List<ShardFiles> all =
        IntStream.range(0, shards.size())
            .mapToObj(
                shard ->
                    shards
                        .get(shard)
                        .checked(findings.get(shard).modified(), findings.get(shard).sha256()))
            .toList();
    return new StoreListing(name, isFile, layout, all, manifest);
  }

  /**
   * Returns the file with a row's key, for messages.
   *
   * @param starts the first row of each shard
   */
  String keyFile(long[] starts, long row) {
    if (isFile) {
      return name;
    }
    int found = Arrays.binarySearch(starts, row);
    return name + "/" + shards.get(found >= 0 ? found : -found - 2).keyName();
  }

  /** Returns the number of rows of the store. */
  public long rows() {
    ShardFiles last = shards.get(shards.size() - 1);
    return last.firstRow() + last.rows();
  }

  /** Returns the first row of each shard. */
  public long[] shardStarts() {
    return shards.stream().mapToLong(ShardFiles::firstRow).toArray();
  }
}
