package dev.falcon.data.store;

import com.sun.management.OperatingSystemMXBean;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Shard;
import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.SharedDigests;
import dev.falcon.data.store.internal.StoreFiles;
import dev.falcon.data.store.internal.VectorColumn;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Row-aligned keys, image vectors and text vectors, with an image id and a caption where they are
 * known. Opening reads only headers and footers; everything else is memory-mapped, so a store of
 * any size opens at once and takes no heap. Vectors are returned L2-normalised, by the rule of
 * {@link Vectors}; those without a direction are returned unchanged, and {@link StoreCheck} finds
 * them.
 *
 * <p>Safe for any number of reading threads.
 */
public final class EmbeddingStore {
  private static final int INDEX_BITS = 24;

  private final Path folder;
  private final StoreLayout layout;
  private final List<OpenShard> shards;
  private final long[] firstRows;
  private final long rows;
  private final StoreManifest manifest;
  private final boolean largerThanMemory; // a map of it cannot stay there
  private final SharedDigests digests; // null if they are not shared

  private EmbeddingStore(
      Path folder,
      StoreLayout layout,
      List<OpenShard> shards,
      StoreManifest manifest,
      SharedDigests digests) {
    this.folder = folder;
    this.layout = layout;
    this.shards = shards.stream().filter(shard -> shard.rows() > 0).toList();
    this.firstRows = this.shards.stream().mapToLong(OpenShard::firstRow).toArray();
    this.rows = shards.stream().mapToLong(OpenShard::rows).sum();
    this.manifest = manifest;
    this.digests = digests;
    long vectors = (1L + perImage()) * rows * dimension() * vectorType().bytes();
    this.largerThanMemory = vectors > machineMemory() / 2;
  }

  private static long machineMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** Opens the store in a folder, of either layout. */
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
   * Opens the store in one of several tasks that share the digests of its files, where another tool
   * wrote it.
   *
   * @param left the folder in which tasks share them
   * @param task whose files come first
   */
  public EmbeddingStore withDigestsIn(Path left, Shard task) {
    return new EmbeddingStore(folder, layout, shards, manifest, new SharedDigests(left, task));
  }

  public Path folder() {
    return folder;
  }

  public StoreLayout layout() {
    return layout;
  }

  /** Number of rows; at least 1. */
  public long rows() {
    return rows;
  }

  /** The first row of each shard, ascending. */
  public long[] shardStarts() {
    return firstRows.clone();
  }

  /** Length of a vector. */
  public int dimension() {
    return shards.get(0).dimension();
  }

  /** Number of vectors of an image; the most similar one counts. A caption has one. */
  public int perImage() {
    return shards.get(0).perImage();
  }

  /** Number of values of an image. */
  public int imageLength() {
    return Math.multiplyExact(perImage(), dimension());
  }

  /**
   * Returns whether rows have image vectors; in a store of texts alone the texts' vectors take
   * their place.
   */
  public boolean hasImages() {
    return shards.stream().allMatch(shard -> shard.sides().images());
  }

  /**
   * Returns whether rows have text vectors; in a store of images alone the images' vectors take
   * their place.
   */
  public boolean hasTexts() {
    return shards.stream().allMatch(shard -> shard.sides().texts());
  }

  /** The precision of the vectors. */
  public VectorType vectorType() {
    return shards.get(0).type();
  }

  /** The store's manifest; empty where another tool wrote it. */
  public Optional<StoreManifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  /** Returns whether image ids are known. */
  public boolean hasImageIds() {
    return shards.stream().allMatch(OpenShard::hasImageIds);
  }

  /** Returns whether captions are known. */
  public boolean hasCaptions() {
    return shards.stream().allMatch(OpenShard::hasCaptions);
  }

  /** The row's key. */
  public String key(long row) {
    OpenShard shard = shard(row);
    return shard.keys().get(row - shard.firstRow()).orElseGet(() -> Long.toString(row));
  }

  /** The image id, shared by rows of the same image. */
  public Optional<String> imageId(long row) {
    OpenShard shard = shard(row);
    return shard.imageIds().get(row - shard.firstRow());
  }

  /** The row's caption. */
  public Optional<String> caption(long row) {
    OpenShard shard = shard(row);
    return shard.captions().get(row - shard.firstRow());
  }

  /** Returns whether known texts take the place of images. */
  public boolean hasAnchors() {
    return shards.stream().allMatch(OpenShard::hasAnchors);
  }

  /** The text in place of the row's image. */
  public Optional<String> anchor(long row) {
    OpenShard shard = shard(row);
    return shard.anchors().get(row - shard.firstRow());
  }

  /** The file that holds the row's key, for messages. */
  public String source(long row) {
    return shard(row).name();
  }

  /**
   * Reads the vectors of rows in any order. They are fetched in the order of the file and returned
   * in the requested order.
   *
   * @param rows row numbers; those from {@code from} (inclusive) to {@code to} (exclusive) are read
   * @param image [(to - from) x perImage x dimension], receives the image vectors
   * @param text [(to - from) x dimension], receives the text vectors
   */
  public void readRows(long[] rows, int from, int to, float[] image, float[] text) {
    int count = to - from;
    if (count >= 1 << INDEX_BITS) {
      throw new IllegalArgumentException("at most 2^24 rows are read at once; count=" + count);
    }
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = rows[from + i] << INDEX_BITS | i;
    }
    gather(order, image, text);
  }

  /** Like {@link #readRows(long[], int, int, float[], float[])}. */
  public void readRows(int[] rows, int from, int to, float[] image, float[] text) {
    int count = to - from;
    if (count >= 1 << INDEX_BITS) {
      throw new IllegalArgumentException("at most 2^24 rows are read at once; count=" + count);
    }
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = (long) rows[from + i] << INDEX_BITS | i;
    }
    gather(order, image, text);
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
      normaliseImage(image, i * imageLength());
      Vectors.normalise(text, i * dimension, dimension);
    }
  }

  /**
   * Reads the image vectors alone, of rows in any order.
   *
   * @param image [(to - from) x perImage x dimension], receives them
   */
  public void readImages(int[] rows, int from, int to, float[] image) {
    readSide(rows, from, to, true, image);
  }

  /**
   * Reads the text vectors alone, of rows in any order.
   *
   * @param text [(to - from) x dimension], receives them
   */
  public void readTexts(int[] rows, int from, int to, float[] text) {
    readSide(rows, from, to, false, text);
  }

  private void readSide(int[] rows, int from, int to, boolean images, float[] target) {
    long[] order = new long[to - from];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) rows[from + i] << INDEX_BITS | i;
    }
    Arrays.sort(order);
    int length = images ? imageLength() : dimension();
    short[] scratch = new short[length];
    int at = 0;
    while (at < order.length) {
      OpenShard shard = shard(order[at] >> INDEX_BITS);
      long end = shard.firstRow() + shard.rows();
      VectorColumn column = images ? shard.image() : shard.text();
      try (FileChannel file = largerThanMemory ? FileChannel.open(column.path()) : null) {
        for (; at < order.length && order[at] >> INDEX_BITS < end; at++) {
          long row = (order[at] >> INDEX_BITS) - shard.firstRow();
          int offset = offset(order[at], length);
          if (file == null) {
            column.read(row, target, offset, scratch);
          } else {
            column.read(file, row, target, offset);
          }
          for (int x = offset; x < offset + length; x += dimension()) {
            Vectors.normalise(target, x, dimension());
          }
        }
      } catch (IOException e) {
        throw new FalconException(column.path() + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private void normaliseImage(float[] image, int offset) {
    int dimension = dimension();
    for (int number = 0; number < perImage(); number++) {
      Vectors.normalise(image, offset + number * dimension, dimension);
    }
  }

  /** Reads the vectors of consecutive rows as they lie in the files. */
  void readRaw(long from, long to, float[] image, float[] text) {
    int dimension = dimension();
    short[] scratch = new short[imageLength()];
    long row = from;
    while (row < to) {
      OpenShard shard = shard(row);
      long first = row - shard.firstRow();
      long end = Math.min(to - shard.firstRow(), shard.rows());
      int imageOffset = Math.toIntExact((row - from) * imageLength());
      shard.image().readRange(first, end, image, imageOffset, scratch);
      int textOffset = Math.toIntExact((row - from) * dimension);
      shard.text().readRange(first, end, text, textOffset, scratch);
      row = shard.firstRow() + end;
    }
  }

  /**
   * The store's files, for the provenance of artefacts made from it: its manifest, which holds the
   * digests of all its files, or, where another tool wrote it, every file. The latter reads the
   * whole store, unless other tasks have ({@link #withDigestsIn}).
   */
  public List<Provenance.Input> inputs() {
    if (manifest != null) {
      return List.of(Provenance.Input.of(folder.resolve(StoreManifest.FILE_NAME)));
    }
    List<Path> files = new ArrayList<>();
    shards.forEach(shard -> files.addAll(shard.files()));
    List<String> names = files.stream().map(file -> relativeName(folder, file)).toList();
    if (digests != null) {
      return digests.of(names, files);
    }
    return IntStream.range(0, files.size())
        .parallel()
        .mapToObj(i -> Provenance.Input.of(names.get(i), files.get(i)))
        .toList();
  }

  /** The file's name within the store, with slashes on every platform. */
  static String relativeName(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private void gather(long[] order, float[] image, float[] text) {
    Arrays.sort(order);
    if (largerThanMemory) {
      gatherByPosition(order, image, text);
      return;
    }
    int dimension = dimension();
    short[] scratch = new short[imageLength()];
    for (long each : order) {
      long row = each >> INDEX_BITS;
      int imageOffset = offset(each, imageLength());
      int textOffset = offset(each, dimension);
      OpenShard shard = shard(row);
      shard.image().read(row - shard.firstRow(), image, imageOffset, scratch);
      shard.text().read(row - shard.firstRow(), text, textOffset, scratch);
      normaliseImage(image, imageOffset);
      Vectors.normalise(text, textOffset, dimension);
    }
  }

  /**
   * Like {@code gather}, without the map.
   *
   * @param order row and index of each, ascending
   */
  void gatherByPosition(long[] order, float[] image, float[] text) {
    int dimension = dimension();
    int at = 0;
    while (at < order.length) {
      OpenShard shard = shard(order[at] >> INDEX_BITS);
      long end = shard.firstRow() + shard.rows();
      try (FileChannel images = FileChannel.open(shard.image().path());
          FileChannel texts = FileChannel.open(shard.text().path())) {
        for (; at < order.length && order[at] >> INDEX_BITS < end; at++) {
          long row = (order[at] >> INDEX_BITS) - shard.firstRow();
          int imageOffset = offset(order[at], imageLength());
          int textOffset = offset(order[at], dimension);
          shard.image().read(images, row, image, imageOffset);
          shard.text().read(texts, row, text, textOffset);
          normaliseImage(image, imageOffset);
          Vectors.normalise(text, textOffset, dimension);
        }
      } catch (IOException e) {
        throw new FalconException(shard.files().get(0) + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private static int offset(long ordered, int length) {
    return Math.multiplyExact((int) (ordered & ((1 << INDEX_BITS) - 1)), length);
  }

  private OpenShard shard(long row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of a store of " + rows);
    }
    int found = Arrays.binarySearch(firstRows, row);
    return shards.get(found >= 0 ? found : -found - 2);
  }
}
