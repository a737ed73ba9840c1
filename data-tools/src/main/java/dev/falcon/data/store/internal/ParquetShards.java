package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.store.internal.OpenShard.Sides;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Opens Parquet files with columns of vectors, as Spark and pandas write them. Each file is a
 * shard; keys, image ids and captions have the names of clip-retrieval's metadata.
 */
public final class ParquetShards {
  private static final String EXTENSION = ".parquet";
  private static final List<String> IMAGES = List.of("image_embedding", "image_emb", "img_emb");
  private static final List<String> TEXTS = List.of("text_embedding", "text_emb");

  /**
   * The files that mark other outputs of Falcon, which contain Parquet files but are not stores.
   */
  private static final List<String> OTHERS =
      List.of(StoreManifest.UNFINISHED_FILE_NAME, "plan.json", "audit.json");

  private static final int MAX_DIMENSION = 1 << 24;

  private ParquetShards() {}

  /**
   * Returns the files of a Parquet store, in the order of their names: a Parquet file itself, or
   * the Parquet files in a folder that has no files of another layout. Empty for anything else. As
   * in Spark, names that begin with a dot or an underscore are skipped.
   */
  public static List<Path> files(Path store) {
    if (Files.isRegularFile(store)) {
      return isParquet(store.getFileName().toString()) ? List.of(store) : List.of();
    }
    if (!Files.isDirectory(store) || ClipRetrievalShards.isHere(store, true)) {
      return List.of();
    }
    List<String> names =
        Folders.list(store).stream().map(file -> file.getFileName().toString()).toList();
    return among(names).stream().map(store::resolve).toList();
  }

  /**
   * Returns the names of a store's Parquet files among all names in a folder; none if the folder
   * holds another output.
   */
  public static List<String> among(List<String> names) {
    return OTHERS.stream().anyMatch(names::contains)
        ? List.of()
        : names.stream().filter(ParquetShards::isParquet).toList();
  }

  private static boolean isParquet(String name) {
    return name.endsWith(EXTENSION)
        && !name.startsWith(".")
        && !name.startsWith("_")
        && !name.equals(Rejects.FILE_NAME);
  }

  /**
   * The columns of a file.
   *
   * @param image the name of the column of image vectors
   * @param text the name of the column of text vectors; the same column if there is only one side
   */
  private record Columns(List<String> names, String image, String text, Sides sides, long rows) {}

  /**
   * Opens all files by reading their footers and the first row.
   *
   * @param firstRow the number of the first row in the store
   * @param oneSide whether image vectors or text vectors may be missing
   */
  public static List<OpenShard> open(List<Path> files, long firstRow, boolean oneSide) {
    List<Columns> columns = files.stream().map(file -> columns(file, oneSide)).toList();
    int dimension = 0;
    for (int i = 0; i < files.size() && dimension == 0; i++) {
      if (columns.get(i).rows() > 0) {
        dimension = dimension(files.get(i), columns.get(i));
      }
    }
    List<OpenShard> shards = new ArrayList<>();
    long first = firstRow;
    for (int i = 0; i < files.size(); i++) {
      OpenShard shard = open(files.get(i), columns.get(i), first, dimension);
      requireSameSides(files, shards, shard);
      shards.add(shard);
      first += shard.rows();
    }
    return shards;
  }

  private static Columns columns(Path file, boolean oneSide) {
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
      for (String column : List.of(image.or(() -> text).get(), text.or(() -> image).get())) {
        table.column(ColumnType.FLOAT32_LIST, column); // refused unless it is one
      }
      ClipRetrievalShards.requireKeys(table);
      return new Columns(
          names,
          image.or(() -> text).get(),
          text.or(() -> image).get(),
          image.isEmpty() ? Sides.TEXTS : text.isEmpty() ? Sides.IMAGES : Sides.BOTH,
          table.rows());
    }
  }

  private static int dimension(Path file, Columns columns) {
    int image = PackedVectors.dimension(file, columns.image());
    int text = PackedVectors.dimension(file, columns.text());
    if (image != text || image < 1 || image > MAX_DIMENSION) {
      throw new FalconException(
          file
              + ": its image vectors have "
              + image
              + " components and its text vectors "
              + text
              + "; both should have the same number, 1 to "
              + MAX_DIMENSION);
    }
    return image;
  }

  private static OpenShard open(Path file, Columns columns, long firstRow, int dimension) {
    return new OpenShard(
        file.toString(),
        List.of(file),
        firstRow,
        columns.rows(),
        new OpenShard.RowVectors(
            dimension,
            1,
            VectorType.FLOAT32,
            vectors(file, columns.image(), dimension),
            vectors(file, columns.text(), dimension),
            columns.sides()),
        new OpenShard.RowTexts(
            ClipRetrievalShards.texts(
                file, columns.names(), ClipRetrievalShards.KEYS, TextColumn.rowNumbers(firstRow)),
            texts(file, columns, ClipRetrievalShards.IMAGE_IDS),
            texts(file, columns, ClipRetrievalShards.CAPTIONS),
            texts(file, columns, ClipRetrievalShards.ANCHORS)));
  }

  private static TextColumn texts(Path file, Columns columns, List<String> names) {
    return ClipRetrievalShards.texts(file, columns.names(), names, TextColumn.NONE);
  }

  private static VectorColumn vectors(Path file, String column, int dimension) {
    return new VectorColumn(
        new VectorColumn.Place(file, 0),
        new PackedVectors(file, column, dimension),
        VectorType.FLOAT32,
        dimension,
        new long[1],
        new long[1]);
  }

  private static void requireSameSides(List<Path> files, List<OpenShard> shards, OpenShard next) {
    if (!shards.isEmpty() && shards.get(0).vectors().sides() != next.vectors().sides()) {
      throw new FalconException(
          next.name()
              + ": has vectors of "
              + next.vectors().sides().name().toLowerCase(Locale.ROOT)
              + ", and "
              + files.get(0)
              + " of "
              + shards.get(0).vectors().sides().name().toLowerCase(Locale.ROOT));
    }
  }
}
