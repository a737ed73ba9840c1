package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.internal.ShardWriter;
import dev.falcon.data.store.layout.StoreManifest;
import dev.falcon.data.store.layout.StoreManifest.ShardEntry;
import dev.falcon.data.store.layout.StoreOptions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes a store row by row. A shard appears whole when it ends, {@code store.json} when the store
 * is finished; a run that was killed in between goes on behind its last whole shard: opening the
 * same folder with the same options gives a writer whose {@link #rows()} are already written, and
 * the caller appends from there. The bytes are then the same as those of a run that was not
 * stopped.
 *
 * <p>Holds at most one record batch or a few MiB. Not thread-safe.
 */
public final class StoreWriter implements AutoCloseable {
  private final Path folder;
  private final StoreOptions options;
  private final StoreShardFiles files;
  private final List<ShardEntry> finished = new ArrayList<>();
  private final float[] image;
  private final float[] text;
  private long rows;
  private ShardWriter shard;

  private StoreWriter(Path folder, StoreOptions options) {
    this.folder = folder;
    this.options = options;
    this.files = StoreShardFiles.of(folder, options.layout());
    this.image = new float[options.imageLength()];
    this.text = new float[options.dimension()];
  }

  /**
   * Begins a store, or goes on with one that the same options have begun.
   *
   * @param overwrite whether a store that is there already, finished or of other options, is
   *     removed first, and whether the folder may hold other files, which stay
   * @throws FalconException if the folder holds what may not be overwritten
   */
  public static StoreWriter open(Path folder, StoreOptions options, boolean overwrite) {
    boolean begun = StorePlace.require(folder, overwrite, file -> tells(file, options));
    StoreWriter writer = new StoreWriter(folder, options);
    if (begun) {
      writer.resume();
      return writer;
    }
    discard(folder);
    Json.write(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME), options);
    return writer;
  }

  private static boolean tells(Path unfinished, StoreOptions options) {
    try {
      return Files.readString(unfinished).equals(Json.pretty(options));
    } catch (IOException e) {
      throw new FalconException(unfinished + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Removes a store, finished or not, of either layout; other files in the folder stay. */
  public static void discard(Path folder) {
    Folders.remove(folder.resolve(StoreManifest.FILE_NAME));
    StoreShardFiles.existing(folder).forEach(Folders::remove);
    Folders.remove(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME));
  }

  /**
   * Removes from a store that is whole what a run needs before that, where one was stopped in
   * between.
   *
   * @return whether the store is whole
   */
  public static boolean tidy(Path folder) {
    boolean whole = Files.exists(folder.resolve(StoreManifest.FILE_NAME));
    if (whole) {
      Folders.remove(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME));
    }
    return whole;
  }

  /** How many rows are written, those of an earlier run that was stopped among them. */
  public long rows() {
    return rows + (shard == null ? 0 : shard.rows());
  }

  /** How many shards are whole and in place. */
  public int shards() {
    return finished.size();
  }

  /**
   * Appends a row.
   *
   * @param imageId what rows of the same image share
   * @param caption the text that was embedded
   * @param imageVector holds the image's vector, or all of them, from {@code imageOffset} on
   * @param textVector holds the text's vector from {@code textOffset} on
   * @throws IllegalArgumentException where a vector is zero or not finite: the caller rejects such
   *     rows first
   */
  public void append(
      String key,
      Optional<String> imageId,
      Optional<String> caption,
      float[] imageVector,
      int imageOffset,
      float[] textVector,
      int textOffset) {
    Objects.requireNonNull(key, "key");
    normalised(imageVector, imageOffset, image, key);
    normalised(textVector, textOffset, text, key);
    try {
      if (shard == null) {
        shard = files.begin(finished.size(), options);
      }
      shard.append(key, imageId, caption, image, text);
    } catch (IOException e) {
      throw new FalconException(folder + ": the store cannot be written: " + e.getMessage(), e);
    }
    if (shard.rows() == options.rowsPerShard()) {
      endShard();
    }
  }

  /**
   * Takes over the shards of a finished store of the same layout, precision and dimension, as they
   * are: by links where the file system has them, else by copies.
   *
   * @param other the other store's folder
   * @param manifest what it says of itself
   */
  public void adopt(Path other, StoreManifest manifest) {
    endShard();
    for (int shard = 0; shard < manifest.shards().size(); shard++) {
      ShardEntry entry = manifest.shards().get(shard);
      List<Path> from = StoreShardFiles.of(other, options.layout()).of(shard);
      List<Path> to = files.of(finished.size());
      List<Provenance.Input> inputs = new ArrayList<>();
      for (int file = 0; file < to.size(); file++) {
        Provenance.Input told = entry.files().get(file);
        adopt(from.get(file), to.get(file), told);
        String name = EmbeddingStore.relativeName(folder, to.get(file));
        inputs.add(new Provenance.Input(name, told.bytes(), told.sha256()));
      }
      finished.add(new ShardEntry(entry.rows(), inputs));
      rows += entry.rows();
    }
  }

  private static void adopt(Path from, Path to, Provenance.Input told) {
    try {
      if (Files.size(from) != told.bytes()) {
        throw new FalconException(
            "%s: has %,d bytes, and %,d were written; remove its folder, and have it made anew"
                .formatted(from, Files.size(from), told.bytes()));
      }
      Folders.make(to.toAbsolutePath().getParent());
      try {
        Files.createLink(to, from);
      } catch (UnsupportedOperationException | FileSystemException e) {
        Files.copy(from, to);
      }
    } catch (IOException e) {
      throw new FalconException(to + ": cannot be made of " + from + ": " + e.getMessage(), e);
    }
  }

  /** Ends the shard before it is full; does nothing where none is begun. */
  public void endShard() {
    if (shard == null) {
      return;
    }
    long shardRows = shard.rows();
    try (ShardWriter ended = shard) {
      shard = null;
      ended.commit();
    } catch (IOException e) {
      throw new FalconException(folder + ": the store cannot be written: " + e.getMessage(), e);
    }
    finished.add(entry(finished.size(), shardRows));
    rows += shardRows;
  }

  /** Ends the last shard and writes {@code store.json}: the store is whole. */
  public StoreManifest finish() {
    return finish(options.provenance());
  }

  /**
   * As {@link #finish()}, with a provenance that is known only now, such as one with the digests of
   * data that were read meanwhile.
   */
  public StoreManifest finish(Provenance provenance) {
    endShard();
    StoreManifest manifest =
        new StoreManifest(
            StoreManifest.FORMAT,
            options.vectorsPerImage() == null
                ? StoreManifest.ONE_VECTOR_VERSION
                : StoreManifest.CURRENT_VERSION,
            options.layout(),
            rows,
            options.dimension(),
            options.vectorType(),
            true,
            finished,
            provenance,
            options.vectorsPerImage());
    Json.write(folder.resolve(StoreManifest.FILE_NAME), manifest);
    tidy(folder);
    return manifest;
  }

  /** Lets go of a shard that was not ended; whole shards stay for a later run. */
  @Override
  public void close() {
    try {
      if (shard != null) {
        shard.close();
      }
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be closed: " + e.getMessage(), e);
    }
  }

  private void normalised(float[] vector, int offset, float[] target, String key) {
    System.arraycopy(vector, offset, target, 0, target.length);
    for (int from = 0; from < target.length; from += options.dimension()) {
      double squaredNorm = Vectors.normalise(target, from, options.dimension());
      if (!Vectors.hasDirection(squaredNorm)) {
        throw new IllegalArgumentException(
            "the vector of '" + key + "' has no direction; squared norm=" + squaredNorm);
      }
    }
  }

  private void resume() {
    for (int number = 0; files.isWhole(number); number++) {
      long shardRows = files.rows(number);
      finished.add(entry(number, shardRows));
      rows += shardRows;
    }
  }

  private ShardEntry entry(int number, long shardRows) {
    List<Provenance.Input> inputs =
        files.of(number).stream()
            .map(file -> Provenance.Input.of(EmbeddingStore.relativeName(folder, file), file))
            .toList();
    return new ShardEntry(shardRows, inputs);
  }
}
