// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.StoreManifest.ShardEntry;
import dev.falcon.data.store.internal.ShardWriter;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.Replacement;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes a store row by row. A shard appears when it is complete, and {@code store.json} when the
 * store is finished. An interrupted run resumes after its last complete shard: opening the same
 * folder with the same options returns a writer whose {@link #rows()} rows are already written, and
 * the caller appends the rows after these. The result is identical to that of an uninterrupted run.
 *
 * <p>Holds at most one record batch, or a few MiB, in memory. Not thread-safe.
 */
public final class StoreWriter implements AutoCloseable {
  /** Replaces a finished store. */
  public static final Replacement REPLACEMENT =
      new Replacement(StorePlace.KIND, StoreManifest.FILE_NAME, StoreWriter::replace);

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
   * Starts a store, or resumes one with the same options.
   *
   * @param overwrite whether an existing store that is finished or has other options is removed
   *     first
   * @throws FalconException if the folder contains files that must not be overwritten
   */
  public static StoreWriter open(Path folder, StoreOptions options, boolean overwrite) {
    boolean begun =
        StorePlace.require(
            folder, overwrite, List.of(), file -> tells(file, options), options::provenance);
    StoreWriter writer = new StoreWriter(folder, options);
    if (begun) {
      writer.resume();
      return writer;
    }
    discard(folder);
    Json.write(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME), options);
    return writer;
  }

  /**
   * Starts a store of images and texts for {@link #append(String, String, String, float[],
   * float[])}, with the defaults of {@code falcon embed}, or resumes one.
   *
   * @param dimension the length of a vector
   */
  public static StoreWriter to(Path folder, int dimension) {
    return open(
        folder,
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            dimension,
            StoreOptions.DEFAULT_ROWS_PER_SHARD,
            true,
            true,
            Provenance.of("library", 0, Map.of(), List.of())),
        false);
  }

  private static boolean tells(Path unfinished, StoreOptions options) {
    try {
      return Files.readString(unfinished).equals(Json.pretty(options));
    } catch (IOException e) {
      throw new FalconException(unfinished + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static void replace(Path folder) {
    discard(folder);
    Rejects.list(folder.resolve(Rejects.FILE_NAME), List.of());
  }

  /**
   * Removes a store, finished or not, of either layout; other files in the folder stay, and a
   * folder without a store is not touched.
   */
  public static void discard(Path folder) {
    if (!StorePlace.KIND.isIn(folder)) {
      return;
    }
    Path unfinished = folder.resolve(StoreManifest.UNFINISHED_FILE_NAME);
    // If this run is interrupted, its remains are recognised and not mistaken for a finished store.
    AtomicFile.write(unfinished, "");
    Folders.remove(folder.resolve(StoreManifest.FILE_NAME));
    StoreShardFiles.existing(folder).forEach(Folders::remove);
    Folders.remove(unfinished);
  }

  /**
   * Removes from a finished store the files of the run that wrote it, if that run was interrupted
   * before it could remove them.
   *
   * @return whether the store is finished
   */
  public static boolean tidy(Path folder) {
    boolean whole =
        StorePlace.KIND.isIn(folder) && Folders.exists(folder.resolve(StoreManifest.FILE_NAME));
    if (whole) {
      Folders.remove(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME));
    }
    return whole;
  }

  /** Returns the number of written rows, including those of an interrupted earlier run. */
  public long rows() {
    return rows + (shard == null ? 0 : shard.rows());
  }

  /** Returns the number of finished shards. */
  public int shards() {
    return finished.size();
  }

  /**
   * Appends a row of a store that {@link #to} has started.
   *
   * @param imageId shared by rows of the same image
   * @param caption the text that was embedded
   * @throws IllegalArgumentException if a vector is zero or not finite
   */
  public void append(
      String key, String imageId, String caption, float[] imageVector, float[] textVector) {
    append(key, Optional.of(imageId), Optional.of(caption), imageVector, 0, textVector, 0);
  }

  /**
   * Appends a row.
   *
   * @param imageId shared by rows of the same image
   * @param caption the text that was embedded
   * @param imageVector holds the image's vector, or all its vectors one after another, from {@code
   *     imageOffset} on
   * @param textVector holds the text's vector from {@code textOffset} on
   * @throws IllegalArgumentException if a vector is zero or not finite; the caller must reject such
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
    append(
        key, imageId, caption, Optional.empty(), imageVector, imageOffset, textVector, textOffset);
  }

  /**
   * Like {@link #append(String, Optional, Optional, float[], int, float[], int)}.
   *
   * @param anchor the text that takes the place of the image; stored if the options have a column
   *     for it
   */
  public void append(
      String key,
      Optional<String> imageId,
      Optional<String> caption,
      Optional<String> anchor,
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
      shard.append(key, imageId, caption, anchor, image, text);
    } catch (IOException e) {
      throw new FalconException(folder + ": the store cannot be written: " + e.getMessage(), e);
    }
    if (shard.rows() == options.rowsPerShard()) {
      endShard();
    }
  }

  /**
   * Adopts the shards of a finished store of the same layout, precision and dimension, unchanged:
   * by links if the file system supports them, otherwise by copies.
   *
   * @param other the other store's folder
   * @param manifest the other store's manifest
   */
  public void adopt(Path other, StoreManifest manifest) {
    endShard();
    for (int shard = 0; shard < manifest.shards().size(); shard++) {
      ShardEntry entry = manifest.shards().get(shard);
      List<Path> from = StoreShardFiles.of(other, options.layout()).of(shard);
      List<Path> to = files.of(finished.size());
      List<Provenance.Input> inputs = new ArrayList<>();
      for (int file = 0; file < to.size(); file++) {
        Provenance.Input recorded = entry.files().get(file);
        adopt(from.get(file), to.get(file), recorded);
        String name = StoreDigests.relativeName(folder, to.get(file));
        inputs.add(new Provenance.Input(name, recorded.bytes(), recorded.sha256()));
      }
      finished.add(new ShardEntry(entry.rows(), inputs));
      rows += entry.rows();
    }
  }

  private static void adopt(Path from, Path to, Provenance.Input recorded) {
    try {
      if (Files.size(from) != recorded.bytes()) {
        throw new FalconException(
            String.format(
                Locale.ROOT,
                "%s: has %,d bytes, and %,d were written; remove its folder, and make it again",
                from,
                Files.size(from),
                recorded.bytes()));
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

  /** Ends the shard before it is full; does nothing if none is started. */
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

  /** Ends the last shard and writes {@code store.json}: the store is finished. */
  public StoreManifest finish() {
    return finish(options.provenance());
  }

  /**
   * Like {@link #finish()}, with a provenance that is known only at the end, such as one with the
   * digests of data that were read while the store was written.
   */
  public StoreManifest finish(Provenance provenance) {
    endShard();
    StoreManifest manifest =
        new StoreManifest(
            StoreManifest.FORMAT,
            version(),
            options.layout(),
            rows,
            options.dimension(),
            options.vectorType(),
            true,
            finished,
            provenance,
            options.vectorsPerImage(),
            options.sides());
    RecordFile.write(folder.resolve(StoreManifest.FILE_NAME), manifest);
    tidy(folder);
    return manifest;
  }

  private int version() {
    if (options.sides() != null) {
      return StoreManifest.CURRENT_VERSION;
    }
    return options.vectorsPerImage() == null
        ? StoreManifest.ONE_VECTOR_VERSION
        : StoreManifest.SEVERAL_VECTORS_VERSION;
  }

  /** Discards an unfinished shard; finished shards stay for a later run. */
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
            .map(file -> Provenance.Input.of(StoreDigests.relativeName(folder, file), file))
            .toList();
    return new ShardEntry(shardRows, inputs);
  }
}
