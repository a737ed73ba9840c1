package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.store.internal.ArrowFile.Batch;
import dev.falcon.data.store.internal.ArrowFile.Extent;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Opens the shards of Falcon's own layout. */
public final class ArrowShards {
  static final String KEY = "key";
  static final String IMAGE_ID = "image_id";
  static final String CAPTION = "caption";
  static final String ANCHOR = "anchor";
  static final String IMAGE_EMBEDDING = "image_embedding";
  static final String TEXT_EMBEDDING = "text_embedding";

  private ArrowShards() {}

  /** Returns the file name of the shard with this number. */
  public static String fileName(int number) {
    return String.format(Locale.ROOT, "part-%05d.arrow", number);
  }

  /**
   * Opens a shard by its footer.
   *
   * @param perImage the number of vectors per image, which are stored one after another
   */
  public static OpenShard open(Path path, long firstRow, int perImage) {
    ArrowFile file = ArrowFile.open(path);
    FileWindows windows = file.map();
    Field image = vectorField(file, IMAGE_EMBEDDING);
    Field text = vectorField(file, TEXT_EMBEDDING);
    int dimension = dimension(text);
    if (dimension < 1 || dimension(image) < 1) {
      throw new FalconException(
          path + ": vectors of " + Math.min(dimension, dimension(image)) + " components");
    }
    if (dimension(image) != (long) perImage * dimension
        || vectorType(path, text) != vectorType(path, image)) {
      throw new FalconException(
          path
              + ": image vectors are "
              + describe(image)
              + ", text vectors "
              + describe(text)
              + (perImage == 1 ? "" : "; an image should have " + perImage + " vectors"));
    }
    VectorType type = vectorType(path, image);
    return new OpenShard(
        path.toString(),
        List.of(path),
        firstRow,
        file.rows(),
        new OpenShard.RowVectors(
            dimension,
            perImage,
            type,
            vectors(file, windows, image, type),
            vectors(file, windows, text, type),
            OpenShard.Sides.BOTH),
        new OpenShard.RowTexts(
            texts(file, windows, KEY, TextColumn.rowNumbers(firstRow)),
            texts(file, windows, IMAGE_ID, TextColumn.NONE),
            texts(file, windows, CAPTION, TextColumn.NONE),
            texts(file, windows, ANCHOR, TextColumn.NONE)));
  }

  private static Field vectorField(ArrowFile file, String name) {
    Field field =
        file.field(name)
            .orElseThrow(
                () ->
                    new FalconException(
                        file.path()
                            + ": has no column '"
                            + name
                            + "', so it is no file of an embedding store; falcon embed makes one"));
    if (!(field.getType() instanceof ArrowType.FixedSizeList)
        || !(field.getChildren().get(0).getType() instanceof ArrowType.FloatingPoint)) {
      throw new FalconException(
          file.path()
              + ": column '"
              + name
              + "' is "
              + field.getType()
              + "; expected a fixed_size_list of float32 or float16");
    }
    return field;
  }

  private static int dimension(Field field) {
    return ((ArrowType.FixedSizeList) field.getType()).getListSize();
  }

  private static FloatingPointPrecision precision(Field field) {
    return ((ArrowType.FloatingPoint) field.getChildren().get(0).getType()).getPrecision();
  }

  private static String describe(Field field) {
    return precision(field) + " of dimension " + dimension(field);
  }

  private static VectorType vectorType(Path path, Field field) {
    return switch (precision(field)) {
      case SINGLE -> VectorType.FLOAT32;
      case HALF -> VectorType.FLOAT16;
      case DOUBLE ->
          throw new FalconException(
              path + ": vectors are float64; expected float32 or float16 vectors");
    };
  }

  private static VectorColumn vectors(
      ArrowFile file, FileWindows windows, Field field, VectorType type) {
    // Buffers: the lists' validity, the components' validity, the components.
    int components = file.firstBuffer(field) + 2;
    int node = file.firstNode(field);
    List<Batch> batches = file.batches();
    long[] positions = new long[batches.size()];
    for (int i = 0; i < positions.length; i++) {
      Batch batch = batches.get(i);
      if (batch.nulls().get(node) + batch.nulls().get(node + 1) > 0) {
        throw new FalconException(
            file.path()
                + ": column '"
                + field.getName()
                + "' holds nulls; every row needs a vector");
      }
      requireLength(
          file, field, batch.buffers().get(components), batch.rows(), dimension(field), type);
      positions[i] = batch.buffers().get(components).position();
    }
    return new VectorColumn(
        new VectorColumn.Place(file.path(), 0),
        () -> windows,
        type,
        dimension(field),
        firstRows(file),
        positions);
  }

  private static void requireLength(
      ArrowFile file, Field field, Extent buffer, long rows, int dimension, VectorType type) {
    if (rows > buffer.length() / ((long) dimension * type.bytes())) {
      throw tooShort(file, field);
    }
  }

  private static FalconException tooShort(ArrowFile file, Field field) {
    return new FalconException(
        file.path() + ": damaged: column '" + field.getName() + "' is shorter than its rows");
  }

  private static TextColumn texts(
      ArrowFile file, FileWindows windows, String name, TextColumn whereAbsent) {
    return file.field(name).map(field -> texts(file, windows, field)).orElse(whereAbsent);
  }

  private static TextColumn texts(ArrowFile file, FileWindows windows, Field field) {
    boolean large = field.getType() instanceof ArrowType.LargeUtf8;
    if (field.getDictionary() != null || !(large || field.getType() instanceof ArrowType.Utf8)) {
      throw new FalconException(
          file.path()
              + ": column '"
              + field.getName()
              + "' is "
              + field.getType()
              + "; expected utf8");
    }
    int buffer = file.firstBuffer(field);
    int node = file.firstNode(field);
    int count = file.batches().size();
    long[] validity = new long[count];
    long[] offsets = new long[count];
    Extent[] texts = new Extent[count];
    for (int i = 0; i < count; i++) {
      Batch batch = file.batches().get(i);
      validity[i] = batch.nulls().get(node) > 0 ? batch.buffers().get(buffer).position() : -1;
      offsets[i] = batch.buffers().get(buffer + 1).position();
      texts[i] = batch.buffers().get(buffer + 2);
      long bits = batch.buffers().get(buffer).length() * Byte.SIZE;
      long ends = batch.buffers().get(buffer + 1).length() / (large ? Long.BYTES : Integer.BYTES);
      if ((validity[i] >= 0 && bits < batch.rows()) || (batch.rows() > 0 && ends <= batch.rows())) {
        throw tooShort(file, field);
      }
    }
    return new ArrowTexts(file.path(), windows, large, firstRows(file), validity, offsets, texts);
  }

  private static long[] firstRows(ArrowFile file) {
    return file.batches().stream().mapToLong(Batch::firstRow).toArray();
  }
}
