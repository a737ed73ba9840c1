// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Opens Arrow and Parquet files with columns of vectors: Falcon's own, and those of other tools.
 * Each file is a shard; keys, image ids and captions have the names of clip-retrieval's metadata.
 * Columns of Arrow files are read in place if they can be, and otherwise copied at their first use.
 */
public final class TableShards {
  private static final String PARQUET = ".parquet";
  private static final List<String> ARROW = List.of(".arrow", ".arrows", ".feather", ".ipc");
  private static final List<String> IMAGES = List.of("image_embedding", "image_emb", "img_emb");
  private static final List<String> TEXTS = List.of("text_embedding", "text_emb");

  /** The files that mark other outputs of Falcon, which contain tables but are not stores. */
  private static final List<String> OTHERS =
      List.of(
          StoreManifest.UNFINISHED_FILE_NAME,
          "plan.json",
          "audit.json",
          ArrowShardWriter.fileName(0)); // of a store that has lost its manifest

  /** The beginning of the names that datasets gives the files of its cache. */
  private static final String CACHE = "cache-";

  /** The names that other columns of vectors have, unlike those of boxes, say. */
  private static final Pattern VECTORS = Pattern.compile("(?i).*(emb|embeddings?|vec|vectors?)");

  private static final int MAX_DIMENSION = 1 << 24;

  private TableShards() {}

  /**
   * Returns the files of a store that another tool wrote, in the order of their rows: a file
   * itself, the files that {@code save_to_disk} of datasets lists, or the Parquet files or else the
   * Arrow files in a folder that has no files of another layout. Empty for anything else.
   */
  public static List<Path> files(Path store) {
    if (Folders.isFile(store)) {
      String name = store.getFileName().toString();
      return isParquet(name) || isArrow(name) ? List.of(store) : List.of();
    }
    if (!Folders.isFolder(store) || ClipRetrievalShards.isHere(store, true)) {
      return List.of();
    }
    List<Path> saved = DataFolders.savedFiles(store);
    if (!saved.isEmpty()) {
      return saved;
    }
    List<String> names =
        Folders.list(store).stream().map(file -> file.getFileName().toString()).toList();
    List<String> tables = parquet(names);
    if (tables.isEmpty() && OTHERS.stream().noneMatch(names::contains)) {
      tables = names.stream().filter(TableShards::isArrow).toList();
    }
    return tables.stream().map(store::resolve).toList();
  }

  /**
   * Returns the names of a store's Parquet files among all names in a folder; none if the folder
   * holds another output. As in Spark, names that begin with a dot or an underscore are skipped.
   */
  public static List<String> parquet(List<String> names) {
    return OTHERS.stream().anyMatch(names::contains)
        ? List.of()
        : names.stream().filter(TableShards::isParquet).toList();
  }

  private static boolean isParquet(String name) {
    return name.endsWith(PARQUET)
        && !name.startsWith(".")
        && !name.startsWith("_")
        && !name.equals(Rejects.FILE_NAME);
  }

  private static boolean isArrow(String name) {
    return ARROW.stream().anyMatch(name::endsWith)
        && !name.startsWith(".")
        && !name.startsWith("_")
        && !name.startsWith(CACHE);
  }

  /**
   * A file and its columns.
   *
   * @param arrow the positions of its columns; empty for a Parquet file
   * @param image the name of the column of image vectors
   * @param text the name of the column of text vectors; the same column if there is only one side
   */
  private record Table(
      Path file,
      Optional<ArrowFile> arrow,
      List<String> names,
      String image,
      String text,
      OpenShard.Sides sides,
      long rows) {
    static Table open(Path file, boolean oneSide) {
      Optional<ArrowFile> arrow =
          isParquet(file.getFileName().toString())
              ? Optional.empty()
              : Optional.of(ArrowFile.open(file));
      try (TableReader table = TableReader.open(file)) {
        List<String> names = table.columns();
        Optional<String> image = IMAGES.stream().filter(names::contains).findFirst();
        Optional<String> text = TEXTS.stream().filter(names::contains).findFirst();
        boolean none = image.isEmpty() && text.isEmpty();
        if (none || (!oneSide && (image.isEmpty() || text.isEmpty()))) {
          throw new FalconException(
              file
                  + ": has no column '"
                  + (image.isEmpty() ? IMAGES : TEXTS).get(0)
                  + "', so it is no file of an embedding store; its columns are "
                  + String.join(", ", names));
        }
        if (image.isEmpty() || text.isEmpty()) {
          requireNoOtherVectors(file, table, image.or(() -> text).get());
        }
        for (String column : List.of(image.or(() -> text).get(), text.or(() -> image).get())) {
          table.column(ColumnType.FLOAT32_LIST, column); // refused unless it is one
        }
        ClipRetrievalShards.requireKeys(table);
        return new Table(
            file,
            arrow,
            names,
            image.or(() -> text).get(),
            text.or(() -> image).get(),
            image.isEmpty()
                ? OpenShard.Sides.TEXTS
                : text.isEmpty() ? OpenShard.Sides.IMAGES : OpenShard.Sides.BOTH,
            arrow.map(ArrowFile::rows).orElseGet(table::rows));
      }
    }

    /** Refuses a file of one side that holds further vectors: whose they are is not known. */
    private static void requireNoOtherVectors(Path file, TableReader table, String read) {
      for (String column : table.columns()) {
        if (!column.equals(read)
            && VECTORS.matcher(column).matches()
            && table.holdsVectors(column)) {
          throw new FalconException(
              "%s: has vectors in '%s' and in '%s', and only the latter is read; call the column of"
                      .formatted(file, column, read)
                  + " vectors of images or anchors 'image_embedding' and that of texts"
                  + " 'text_embedding', or leave one out");
        }
      }
    }

    /** Returns the precision of vectors that can be read in place; empty for others. */
    Optional<VectorType> mapped() {
      return arrow
          .flatMap(open -> MappedArrow.type(open, image))
          .filter(
              type ->
                  arrow.flatMap(open -> MappedArrow.type(open, text)).equals(Optional.of(type)));
    }
  }

  /**
   * Opens all files by their footers and, where vectors are not of one length by their type, the
   * first row.
   *
   * @param firstRow the number of the first row in the store
   * @param perImage the number of vectors per image, which are stored one after another
   * @param oneSide whether image vectors or text vectors may be missing
   */
  public static List<OpenShard> open(
      List<Path> files, long firstRow, int perImage, boolean oneSide) {
    List<Table> tables = files.stream().map(file -> Table.open(file, oneSide)).toList();
    Optional<VectorType> type = tables.stream().findFirst().flatMap(Table::mapped);
    boolean mapped =
        type.isPresent() && tables.stream().allMatch(table -> table.mapped().equals(type));
    int dimension = 0;
    List<OpenShard> shards = new ArrayList<>();
    long first = firstRow;
    for (Table table : tables) {
      if (mapped) {
        dimension = mappedDimension(table, perImage);
      } else if (dimension == 0 && table.rows() > 0) {
        dimension = dimension(table, perImage);
      }
      OpenShard shard = open(table, first, perImage, dimension, mapped ? type : Optional.empty());
      shards.add(shard);
      requireSameSides(shards.get(0), shard);
      first += shard.rows();
    }
    return shards;
  }

  private static int mappedDimension(Table table, int perImage) {
    ArrowFile arrow = table.arrow().orElseThrow();
    return requireAlike(
        table,
        perImage,
        MappedArrow.dimension(arrow, table.image()),
        MappedArrow.dimension(arrow, table.text()));
  }

  private static int dimension(Table table, int perImage) {
    return requireAlike(
        table,
        perImage,
        PackedVectors.dimension(table.file(), table.image()),
        PackedVectors.dimension(table.file(), table.text()));
  }

  private static int requireAlike(Table table, int perImage, int image, int text) {
    if (image != (long) perImage * text || text < 1 || text > MAX_DIMENSION) {
      throw new FalconException(
          table.file()
              + ": its image vectors have "
              + image
              + " components and its text vectors "
              + text
              + (perImage == 1
                  ? "; both must have the same number, 1 to " + MAX_DIMENSION
                  : "; an image must have " + perImage + " vectors of the length of a text's"));
    }
    return text;
  }

  /**
   * @param dimension the length of a vector; 0 if no file before has rows
   * @param type the precision of vectors that are read in place; empty if they are copied
   */
  private static OpenShard open(
      Table table, long firstRow, int perImage, int dimension, Optional<VectorType> type) {
    Optional<MappedArrow> map = table.arrow().map(MappedArrow::new);
    return new OpenShard(
        table.file().toString(),
        List.of(table.file()),
        firstRow,
        table.rows(),
        new OpenShard.RowVectors(
            dimension,
            perImage,
            type.orElse(VectorType.FLOAT32),
            vectors(table, map, table.image(), perImage * dimension, type),
            vectors(table, map, table.text(), dimension, type),
            table.sides()),
        new OpenShard.RowTexts(
            texts(table, map, ClipRetrievalShards.KEYS),
            texts(table, map, ClipRetrievalShards.IMAGE_IDS),
            texts(table, map, ClipRetrievalShards.CAPTIONS),
            texts(table, map, ClipRetrievalShards.ANCHORS),
            ClipRetrievalShards.unread(table.names()).stream()
                .filter(name -> !name.equals(table.image()) && !name.equals(table.text()))
                .toList()));
  }

  private static TextColumn texts(Table table, Optional<MappedArrow> map, List<String> names) {
    return names.stream()
        .filter(table.names()::contains)
        .findFirst()
        .flatMap(name -> map.flatMap(arrow -> arrow.texts(name)))
        .orElseGet(() -> ClipRetrievalShards.texts(table.file(), table.names(), names));
  }

  private static VectorColumn vectors(
      Table table,
      Optional<MappedArrow> map,
      String column,
      int dimension,
      Optional<VectorType> type) {
    return type.map(mapped -> map.orElseThrow().vectors(column, mapped))
        .orElseGet(
            () ->
                new VectorColumn(
                    Optional.empty(),
                    new PackedVectors(table.file(), column, dimension),
                    VectorType.FLOAT32,
                    dimension,
                    new long[1],
                    new long[1]));
  }

  private static void requireSameSides(OpenShard first, OpenShard next) {
    if (first.vectors().sides() != next.vectors().sides()) {
      throw new FalconException(
          next.name()
              + ": has vectors of "
              + next.vectors().sides().name().toLowerCase(Locale.ROOT)
              + ", and "
              + first.name()
              + " of "
              + first.vectors().sides().name().toLowerCase(Locale.ROOT));
    }
  }
}
