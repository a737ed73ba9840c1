// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import com.sun.management.OperatingSystemMXBean;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.SharedDigests;
import dev.falcon.data.store.internal.StoreFiles;
import dev.falcon.data.work.Shard;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * Row-aligned keys, image vectors and text vectors, with image ids and captions if they are known.
 * Opening reads only headers and footers; everything else is memory-mapped, so that a store of any
 * size opens at once and takes no heap. Vectors are returned L2-normalised, by the rule of {@link
 * Vectors}. Vectors that cannot be normalised are returned unchanged; {@link StoreCheck} finds
 * them.
 *
 * <p>Safe for any number of reading threads.
 */
public final class EmbeddingStore {
  private static final int IDENTITY_LENGTH = 16;

  private final Path folder;
  private final StoreLayout layout;
  private final StoredRows all;
  private final StoreManifest manifest;
  private final boolean largerThanMemory; // a memory map cannot stay resident
  private final SharedFiles shared; // null if tasks share none
  private final StoreDigests digests;

  private EmbeddingStore(
      Path folder,
      StoreLayout layout,
      List<OpenShard> shards,
      StoreManifest manifest,
      SharedFiles shared) {
    this.folder = folder;
    this.layout = layout;
    this.all = new StoredRows(shards.stream().filter(shard -> shard.rows() > 0).toList());
    this.manifest = manifest;
    this.shared = shared;
    this.digests = new StoreDigests(folder, all, manifest, shared);
    long vectors = (1L + perImage()) * rows() * dimension() * vectorType().bytes();
    this.largerThanMemory =
        all.shards().stream().allMatch(shard -> shard.vectors().image().isInFile())
            && vectors > machineMemory() / 2;
  }

  private static long machineMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** Opens the store in a folder, of any layout, or in one Parquet or Arrow file. */
  public static EmbeddingStore open(Path folder) {
    return open(StoreFiles.open(folder, false), folder);
  }

  /**
   * Like {@link #open}, also for a folder in clip-retrieval's layout with image vectors or text
   * vectors alone. The existing vectors then stand for both; see {@link #hasImages} and {@link
   * #hasTexts}.
   */
  public static EmbeddingStore openAnySide(Path folder) {
    return open(StoreFiles.open(folder, true), folder);
  }

  private static EmbeddingStore open(StoreFiles files, Path folder) {
    return new EmbeddingStore(folder, files.layout(), files.shards(), files.manifest(), null);
  }

  /**
   * Opens the store in one of several tasks that share its check and, if another tool wrote it, the
   * digests of its files. Every row that is read is then compared with the checksum that the check
   * left.
   *
   * @param left the folder in which the tasks share checksums and digests
   * @param task this task; it digests its own files first
   * @param contents the contents that the tasks read of a row
   * @param again whether to ignore digests that other tasks have left
   */
  public EmbeddingStore sharedIn(Path left, Shard task, RowContents contents, boolean again) {
    SharedFiles files = new SharedFiles(left, new SharedDigests(left, task, again), contents);
    return new EmbeddingStore(folder, layout, all.shards(), manifest, files);
  }

  /** Returns the checksums of rows that a check leaves for other tasks; empty if none share it. */
  Optional<RowSums> sums() {
    return Optional.ofNullable(shared).map(files -> files.sums(this::identity));
  }

  /** Returns the rows, for the checks in this package. */
  StoredRows all() {
    return all;
  }

  /** Returns whether a check has left checksums, by which changed rows are noticed. */
  public boolean hasSums() {
    return sums().filter(RowSums::exist).isPresent();
  }

  /**
   * Compares rows, without reading their vectors for the caller, with the checksums that the check
   * left.
   *
   * @throws FalconException if tasks share the check of the store, and a row has changed since
   */
  public void requireUnchanged(long[] rows) {
    sums()
        .map(left -> left.new Comparison(all))
        .ifPresent(
            known -> {
              for (long row : rows) {
                known.require(row, new float[0], 0, new float[0], 0);
              }
            });
  }

  /**
   * Returns 16 hexadecimal digits that identify the store's contents and the part of each row that
   * tasks read.
   */
  public String identity() {
    String contents = shared == null ? "" : shared.contents().toString();
    return Sha256.of((Json.line(inputs()) + contents).getBytes(StandardCharsets.UTF_8))
        .substring(0, IDENTITY_LENGTH);
  }

  public Path folder() {
    return folder;
  }

  public StoreLayout layout() {
    return layout;
  }

  /** Returns the number of rows; at least 1. */
  public long rows() {
    return all.count();
  }

  /** Returns the first row of each shard, ascending. */
  public long[] shardStarts() {
    return all.starts();
  }

  /** Returns the length of a vector. */
  public int dimension() {
    return all.dimension();
  }

  /**
   * Returns the number of vectors per image, at least 1; the most similar one counts. A caption has
   * one vector.
   */
  public int perImage() {
    return all.perImage();
  }

  /** Returns the number of floats per image: {@code perImage() * dimension()}. */
  public int imageLength() {
    return all.imageLength();
  }

  /** Returns whether rows have image vectors; otherwise those of the texts take their place. */
  public boolean hasImages() {
    return all.shards().stream().allMatch(shard -> shard.vectors().sides().images());
  }

  /** Returns whether rows have text vectors; otherwise those of the images take their place. */
  public boolean hasTexts() {
    return all.shards().stream().allMatch(shard -> shard.vectors().sides().texts());
  }

  /** Returns the precision of the vectors. */
  public VectorType vectorType() {
    return all.shards().get(0).vectors().type();
  }

  /** Returns the store's manifest; empty if another tool wrote it. */
  public Optional<StoreManifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  /** Returns whether image ids are known. */
  public boolean hasImageIds() {
    return all.shards().stream().allMatch(OpenShard::hasImageIds);
  }

  /** Returns whether captions are known. */
  public boolean hasCaptions() {
    return all.shards().stream().allMatch(OpenShard::hasCaptions);
  }

  /** Returns the row's key; of a row that is rejected for having none, its number. */
  public String key(long row) {
    return all.key(row);
  }

  /**
   * Returns a line for the user if rows are named by their numbers although there are columns that
   * stand for nothing, one of which may hold their keys.
   */
  public Optional<String> numberedNote() {
    return all.shards().get(0).numberedNote(folder.toString());
  }

  /** Returns the row's key; empty if that is null or empty in a column of keys. */
  Optional<String> ownKey(long row) {
    return all.ownKey(row);
  }

  /** Returns the image id, shared by rows of the same image. */
  public Optional<String> imageId(long row) {
    return all.imageId(row);
  }

  /** Returns the row's caption. */
  public Optional<String> caption(long row) {
    return all.caption(row);
  }

  /** Returns whether texts take the place of images and are stored. */
  public boolean hasAnchors() {
    return all.shards().stream().allMatch(OpenShard::hasAnchors);
  }

  /**
   * Returns the text that takes the place of the row's image; empty if there is none or it is not
   * stored.
   */
  public Optional<String> anchor(long row) {
    OpenShard shard = all.shard(row);
    return shard.texts().anchors().get(row - shard.firstRow());
  }

  /** Returns whether images take the place of texts. */
  public boolean hasImagePairs() {
    return manifest != null && Side.IMAGES.equals(manifest.sides());
  }

  /** Returns the file that holds the row's key, for messages. */
  public String source(long row) {
    return all.shard(row).name();
  }

  /**
   * Reads the vectors of rows in any order. They are fetched in the order of the file and returned
   * in the requested order.
   *
   * @param rows row numbers; those at the indices from {@code from} (inclusive) to {@code to}
   *     (exclusive) are read
   * @param image [(to - from) x perImage x dimension], receives the image vectors
   * @param text [(to - from) x dimension], receives the text vectors
   * @throws FalconException if tasks share the check of the store, and a row has changed since
   */
  public void readRows(long[] rows, int from, int to, float[] image, float[] text) {
    gather(sums()).read(order(to - from, i -> rows[from + i]), image, text);
  }

  /** Like {@link #readRows(long[], int, int, float[], float[])}. */
  public void readRows(int[] rows, int from, int to, float[] image, float[] text) {
    gather(sums()).read(order(to - from, i -> rows[from + i]), image, text);
  }

  private static long[] order(int count, IntToLongFunction row) {
    if (count >= 1 << RowGather.INDEX_BITS) {
      throw new IllegalArgumentException("at most 2^24 rows are read at once; count=" + count);
    }
    long[] order = new long[count];
    Arrays.setAll(order, i -> RowGather.ordered(row.applyAsLong(i), i));
    return order;
  }

  private RowGather gather(Optional<RowSums> compared) {
    return new RowGather(all, largerThanMemory, compared);
  }

  /**
   * Reads the vectors of consecutive rows.
   *
   * @param image [(to - from) x perImage x dimension], receives the image vectors
   * @param text [(to - from) x dimension], receives the text vectors
   */
  public void readRange(long from, long to, float[] image, float[] text) {
    readRaw(from, to, image, text);
    int dimension = dimension();
    for (int i = 0; i < to - from; i++) {
      all.normaliseImage(image, i * imageLength());
      Vectors.normalise(text, i * dimension, dimension);
    }
  }

  /**
   * Reads only the image vectors of rows, in any order.
   *
   * @param image [(to - from) x perImage x dimension], receives the image vectors
   */
  public void readImages(int[] rows, int from, int to, float[] image) {
    gather(Optional.empty()).readSide(order(to - from, i -> rows[from + i]), true, image);
  }

  /**
   * Reads only the text vectors of rows, in any order.
   *
   * @param text [(to - from) x dimension], receives the text vectors
   */
  public void readTexts(int[] rows, int from, int to, float[] text) {
    gather(Optional.empty()).readSide(order(to - from, i -> rows[from + i]), false, text);
  }

  /** Reads the vectors of consecutive rows as stored, not normalised. */
  void readRaw(long from, long to, float[] image, float[] text) {
    int dimension = dimension();
    short[] scratch = new short[imageLength()];
    long row = from;
    while (row < to) {
      OpenShard shard = all.shard(row);
      long first = row - shard.firstRow();
      long end = Math.min(to - shard.firstRow(), shard.rows());
      int imageOffset = Math.toIntExact((row - from) * imageLength());
      shard.vectors().image().readRange(first, end, image, imageOffset, scratch);
      int textOffset = Math.toIntExact((row - from) * dimension);
      shard.vectors().text().readRange(first, end, text, textOffset, scratch);
      row = shard.firstRow() + end;
    }
  }

  /**
   * Returns the store's files with their digests, for the provenance of artefacts made from it: its
   * manifest, which holds the digests of all its files, or, if another tool wrote it, every file.
   * In the second case the whole store is read, unless other tasks have read it ({@link
   * #sharedIn}).
   */
  public List<Provenance.Input> inputs() {
    return inputs(Map.of());
  }

  /**
   * Like {@link #inputs()}, without reading files whose digests are known.
   *
   * @param known SHA-256 digests by absolute path
   */
  public List<Provenance.Input> inputs(Map<Path, String> known) {
    return digests.inputs(known);
  }

  /**
   * Digests the files of the shards that end within these rows.
   *
   * @throws FalconException naming the first file that differs from the manifest or from what
   *     another task found before
   */
  void requireDigests(long first, long end) {
    digests.require(first, end);
  }

  /**
   * Refuses a store in Falcon's own layout whose files differ from its manifest. Files whose
   * length, time and ends are as another task found them are not read again.
   *
   * @throws FalconException naming the first such file
   */
  public void requireFiles() {
    if (manifest != null) {
      digests.require(0, rows());
    }
  }

  /**
   * Like {@code readRows}, but reads the files instead of their maps; {@code order} is ascending.
   */
  void gatherByPosition(long[] order, float[] image, float[] text) {
    gather(sums()).readByPosition(order, image, text);
  }
}
