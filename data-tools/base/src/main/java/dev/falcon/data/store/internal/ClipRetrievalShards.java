// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.MappedFiles;
import dev.falcon.data.npy.NpyHeader;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens the shards of clip-retrieval's layout, in the order of their numbers.
 *
 * <p>The key of a row is the metadata's {@code key}, or else its {@code image_path}, {@code uid},
 * {@code id} or {@code _id}, or else, and if there are no metadata, the row's number in the store.
 */
public final class ClipRetrievalShards {
  public static final String IMAGE_FOLDER = "img_emb";
  public static final String TEXT_FOLDER = "text_emb";
  public static final String METADATA_FOLDER = "metadata";
  private static final Pattern NUMBERED = Pattern.compile(".*_([0-9]{1,18})\\.(npy|parquet)");
  private static final int MAX_DIMENSION = 1 << 24;
  static final List<String> KEYS = List.of("key", "__key__", "image_path", "uid", "id", "_id");
  static final List<String> IMAGE_IDS = List.of("image_id");
  static final List<String> ANCHORS = List.of("anchor");
  static final List<String> CAPTIONS = List.of("caption", "text");

  private ClipRetrievalShards() {}

  /**
   * Returns whether the folder has this layout.
   *
   * @param oneSide whether image vectors may be missing
   */
  public static boolean isHere(Path store, boolean oneSide) {
    return Folders.isFolder(store.resolve(IMAGE_FOLDER))
        || (oneSide && Folders.isFolder(store.resolve(TEXT_FOLDER)));
  }

  /**
   * Opens all shards by their headers and footers.
   *
   * @param perImage the number of vectors per image, which are stored one after another
   * @param oneSide whether image vectors or text vectors may be missing
   */
  public static List<OpenShard> open(Path store, int perImage, boolean oneSide) {
    OpenShard.Sides sides = oneSide ? sides(store) : OpenShard.Sides.BOTH;
    Path imageFolder = store.resolve(sides.images() ? IMAGE_FOLDER : TEXT_FOLDER);
    Path textFolder = store.resolve(sides.texts() ? TEXT_FOLDER : IMAGE_FOLDER);
    SortedMap<Long, Path> images = numbered(imageFolder, ".npy");
    SortedMap<Long, Path> texts = numbered(textFolder, ".npy");
    Path metadataFolder = store.resolve(METADATA_FOLDER);
    boolean hasMetadata = Folders.isFolder(metadataFolder);
    SortedMap<Long, Path> metadata =
        hasMetadata ? numbered(metadataFolder, ".parquet") : new TreeMap<>();
    requireSameNumbers(images, texts, textFolder);
    requireSameNumbers(texts, images, imageFolder);
    if (hasMetadata) {
      requireSameNumbers(images, metadata, metadataFolder);
      requireSameNumbers(metadata, images, imageFolder);
    }
    List<OpenShard> shards = new ArrayList<>();
    long firstRow = 0;
    for (long number : images.keySet()) {
      OpenShard shard =
          open(
              images.get(number),
              texts.get(number),
              metadata.get(number),
              firstRow,
              perImage,
              sides);
      firstRow += shard.rows();
      shards.add(shard);
    }
    return shards;
  }

  /**
   * Opens one shard.
   *
   * @param files image vectors, text vectors and, if it exists, metadata
   * @param perImage the number of vectors per image, which are stored one after another
   */
  public static OpenShard open(List<Path> files, long firstRow, int perImage) {
    Path metadata = files.size() > 2 ? files.get(2) : null;
    return open(files.get(0), files.get(1), metadata, firstRow, perImage, OpenShard.Sides.BOTH);
  }

  private static OpenShard.Sides sides(Path store) {
    boolean images = Folders.isFolder(store.resolve(IMAGE_FOLDER));
    boolean texts = Folders.isFolder(store.resolve(TEXT_FOLDER));
    return images && texts
        ? OpenShard.Sides.BOTH
        : images ? OpenShard.Sides.IMAGES : OpenShard.Sides.TEXTS;
  }

  private static OpenShard open(
      Path image, Path text, Path metadata, long firstRow, int perImage, OpenShard.Sides sides) {
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
              + (perImage == 1 ? "" : "; an image must have " + perImage + " vectors"));
    }
    List<Path> files = new ArrayList<>(List.of(image));
    if (sides == OpenShard.Sides.BOTH) {
      files.add(text);
    }
    OpenShard.RowTexts ofRows = OpenShard.RowTexts.NONE;
    if (metadata != null) {
      files.add(metadata);
      List<String> columns = columns(metadata, rows, image);
      ofRows =
          new OpenShard.RowTexts(
              texts(metadata, columns, KEYS),
              texts(metadata, columns, IMAGE_IDS),
              texts(metadata, columns, CAPTIONS),
              texts(metadata, columns, ANCHORS),
              unread(columns));
    }
    return new OpenShard(
        metadata == null ? image.toString() : metadata.toString(),
        files,
        firstRow,
        rows,
        new OpenShard.RowVectors(
            dimension, perImage, type(images), vectors(image, images), vectors(text, texts), sides),
        ofRows);
  }

  private static NpyHeader header(Path file) {
    NpyHeader header = NpyHeader.read(file);
    if (header.shape().size() != 2) {
      throw new FalconException(
          file
              + ": has shape "
              + header.shape()
              + "; expected one vector per row: [rows, dimension]");
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
              + "'; expected '<f4' or '<f2', such as numpy's astype(\"float32\") gives");
    }
    return header;
  }

  private static VectorType type(NpyHeader header) {
    return header.type() == NpyType.FLOAT32 ? VectorType.FLOAT32 : VectorType.FLOAT16;
  }

  private static VectorColumn vectors(Path file, NpyHeader header) {
    try (FileChannel channel = FileChannel.open(file)) {
      FileWindows windows = FileWindows.map(channel, header.dataOffset());
      MappedFiles.add(windows, file);
      int dimension = Math.toIntExact(header.shape().get(1));
      return new VectorColumn(
          Optional.of(new VectorColumn.Place(file, header.dataOffset())),
          () -> windows,
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
      requireKeys(table);
      return table.columns();
    }
  }

  /** Refuses a table whose keys cannot be read, which would be noticed only when one is needed. */
  static void requireKeys(TableReader table) {
    table.findColumn(ColumnType.UTF8, KEYS.toArray(String[]::new));
  }

  /**
   * Returns the first of these columns that a file has, or {@link TextColumn#NONE}. Texts are
   * copied when they are first used.
   */
  static TextColumn texts(Path metadata, List<String> columns, List<String> names) {
    for (String name : names) {
      if (columns.contains(name)) {
        return new PackedTexts(metadata, name);
      }
    }
    return TextColumn.NONE;
  }

  /** Returns the columns that stand for nothing. */
  static List<String> unread(List<String> columns) {
    return columns.stream()
        .filter(
            name ->
                Stream.of(KEYS, IMAGE_IDS, CAPTIONS, ANCHORS)
                    .noneMatch(names -> names.contains(name)))
        .toList();
  }

  private static SortedMap<Long, Path> numbered(Path folder, String extension) {
    SortedMap<Long, Path> files = new TreeMap<>();
    if (!Folders.isFolder(folder)) {
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

  /** Returns the number in a file's name; empty for other files. */
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
