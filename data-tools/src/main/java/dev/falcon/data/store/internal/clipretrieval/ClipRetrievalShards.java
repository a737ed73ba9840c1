package dev.falcon.data.store.internal.clipretrieval;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.npy.NpyHeader;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.store.internal.FileWindows;
import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.TextColumn;
import dev.falcon.data.store.internal.VectorColumn;
import dev.falcon.data.store.layout.VectorType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Opens the shards of clip-retrieval's layout, in the order of their numbers.
 *
 * <p>The key of a row is the metadata's {@code key}, else its {@code image_path}, else, where there
 * are neither or no metadata at all, the row's number in the store.
 */
public final class ClipRetrievalShards {
  public static final String IMAGE_FOLDER = "img_emb";
  public static final String TEXT_FOLDER = "text_emb";
  public static final String METADATA_FOLDER = "metadata";
  private static final Pattern NUMBERED = Pattern.compile(".*_([0-9]{1,18})\\.(npy|parquet)");
  private static final int MAX_DIMENSION = 1 << 24;
  private static final List<String> KEYS = List.of("key", "__key__", "image_path");
  private static final List<String> IMAGE_IDS = List.of("image_id");
  private static final List<String> CAPTIONS = List.of("caption", "text");

  private ClipRetrievalShards() {}

  /** Whether the folder has this layout. */
  public static boolean isHere(Path store) {
    return Files.isDirectory(store.resolve(IMAGE_FOLDER));
  }

  /**
   * Opens all shards by their headers and footers.
   *
   * @param perImage how many vectors an image has, one after another
   */
  public static List<OpenShard> open(Path store, int perImage) {
    SortedMap<Long, Path> images = numbered(store.resolve(IMAGE_FOLDER), ".npy");
    SortedMap<Long, Path> texts = numbered(store.resolve(TEXT_FOLDER), ".npy");
    Path metadataFolder = store.resolve(METADATA_FOLDER);
    boolean hasMetadata = Files.isDirectory(metadataFolder);
    SortedMap<Long, Path> metadata =
        hasMetadata ? numbered(metadataFolder, ".parquet") : new TreeMap<>();
    requireSameNumbers(images, texts, store.resolve(TEXT_FOLDER));
    requireSameNumbers(texts, images, store.resolve(IMAGE_FOLDER));
    if (hasMetadata) {
      requireSameNumbers(images, metadata, metadataFolder);
      requireSameNumbers(metadata, images, store.resolve(IMAGE_FOLDER));
    }
    List<OpenShard> shards = new ArrayList<>();
    long firstRow = 0;
    for (long number : images.keySet()) {
      OpenShard shard =
          open(images.get(number), texts.get(number), metadata.get(number), firstRow, perImage);
      firstRow += shard.rows();
      shards.add(shard);
    }
    return shards;
  }

  /**
   * Opens one shard.
   *
   * @param files image vectors, text vectors and, where there is one, metadata
   * @param perImage how many vectors an image has, one after another
   */
  public static OpenShard open(List<Path> files, long firstRow, int perImage) {
    Path metadata = files.size() > 2 ? files.get(2) : null;
    return open(files.get(0), files.get(1), metadata, firstRow, perImage);
  }

  private static OpenShard open(Path image, Path text, Path metadata, long firstRow, int perImage) {
    NpyHeader images = header(image);
    NpyHeader texts = header(text);
    long rows = images.shape().get(0);
    int dimension = Math.toIntExact(texts.shape().get(1));
    if (texts.shape().get(0) != rows || images.shape().get(1) != (long) perImage * dimension) {
      throw new FalconException(
          image
              + " has shape "
              + images.shape()
              + " but "
              + text
              + " has "
              + texts.shape()
              + (perImage == 1 ? "" : "; an image is said to have " + perImage + " vectors"));
    }
    List<Path> files = new ArrayList<>(List.of(image, text));
    TextColumn keys = TextColumn.rowNumbers(firstRow);
    TextColumn imageIds = TextColumn.NONE;
    TextColumn captions = TextColumn.NONE;
    if (metadata != null) {
      files.add(metadata);
      List<String> columns = columns(metadata, rows, image);
      keys = texts(metadata, columns, KEYS, keys);
      imageIds = texts(metadata, columns, IMAGE_IDS, imageIds);
      captions = texts(metadata, columns, CAPTIONS, captions);
    }
    return new OpenShard(
        metadata == null ? image.toString() : metadata.toString(),
        files,
        firstRow,
        rows,
        dimension,
        perImage,
        type(images),
        vectors(image, images),
        vectors(text, texts),
        keys,
        imageIds,
        captions,
        imageIds != TextColumn.NONE,
        captions != TextColumn.NONE);
  }

  private static NpyHeader header(Path file) {
    NpyHeader header = NpyHeader.read(file);
    if (header.shape().size() != 2) {
      throw new FalconException(
          file
              + ": has shape "
              + header.shape()
              + "; expected one vector a row: [rows, dimension]");
    }
    long dimension = header.shape().get(1);
    if (dimension < 1 || dimension > MAX_DIMENSION) {
      throw new FalconException(
          file + ": vectors have " + dimension + " components; 1 to " + MAX_DIMENSION + " can be");
    }
    if (header.type() != NpyType.FLOAT32 && header.type() != NpyType.FLOAT16) {
      throw new FalconException(
          file
              + ": vectors are of type '"
              + header.type().descriptor()
              + "'; expected '<f4' or '<f2'");
    }
    return header;
  }

  private static VectorType type(NpyHeader header) {
    return header.type() == NpyType.FLOAT32 ? VectorType.FLOAT32 : VectorType.FLOAT16;
  }

  private static VectorColumn vectors(Path file, NpyHeader header) {
    try (FileChannel channel = FileChannel.open(file)) {
      FileWindows windows = FileWindows.map(channel, header.dataOffset());
      int dimension = Math.toIntExact(header.shape().get(1));
      return new VectorColumn(
          new VectorColumn.Place(file, header.dataOffset()),
          windows,
          type(header),
          dimension,
          new long[1],
          new long[1]);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be mapped: " + e.getMessage(), e);
    }
  }

  private static List<String> columns(Path metadata, long rows, Path image) {
    try (TableReader table = TableReader.open(metadata)) {
      if (table.rows() != rows) {
        throw new FalconException(
            metadata + " has " + table.rows() + " rows but " + image + " has " + rows);
      }
      return table.columns();
    }
  }

  private static TextColumn texts(
      Path metadata, List<String> columns, List<String> names, TextColumn whereAbsent) {
    for (String name : names) {
      if (columns.contains(name)) {
        return new PackedTexts(metadata, name);
      }
    }
    return whereAbsent;
  }

  private static SortedMap<Long, Path> numbered(Path folder, String extension) {
    SortedMap<Long, Path> files = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      throw new FalconException(
          folder + ": is no folder; a store has image vectors, text vectors and metadata");
    }
    for (Path file : Folders.list(folder)) {
      OptionalLong number = number(file.getFileName().toString());
      if (number.isPresent() && file.toString().endsWith(extension)) {
        Path other = files.put(number.getAsLong(), file);
        if (other != null) {
          throw new FalconException(file + " and " + other + " have the same number");
        }
      }
    }
    return files;
  }

  /** The number in a file's name; empty where it is no shard's. */
  public static OptionalLong number(String fileName) {
    Matcher name = NUMBERED.matcher(fileName);
    return name.matches() ? OptionalLong.of(Long.parseLong(name.group(1))) : OptionalLong.empty();
  }

  private static void requireSameNumbers(
      SortedMap<Long, Path> these, SortedMap<Long, Path> those, Path folder) {
    for (long number : these.keySet()) {
      if (!those.containsKey(number)) {
        throw new FalconException(
            folder + ": has no file of number " + number + ", as " + these.get(number) + " has");
      }
    }
  }
}
