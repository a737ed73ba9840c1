// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.Reject;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A dataset with random access to its pairs, for training. Its folder contains {@code
 * pairs.parquet} {key, caption, image}, with one row per usable caption; {@code images.parquet}
 * {file, offset, length, checksum}; {@code images.bin}, the concatenated encoded images that have
 * no separate file; {@code rejects.parquet}; digests beside the tables; and {@code pairs.json},
 * which is written last. Captions, keys and the names of image files are held in memory.
 *
 * @param name the name of the dataset, as written by the user
 * @param folder the folder
 * @param keys the keys of the pairs
 * @param captions the captions of the pairs, as in the dataset
 * @param images the images of the pairs, as numbers in {@code pictures}
 * @param pictures the encoded images
 * @param rejects the unusable samples of the dataset
 */
@SuppressWarnings("ArrayRecordComponent") // tables, never compared
public record PairStore(
    String name,
    Path folder,
    String[] keys,
    String[] captions,
    int[] images,
    PictureFiles pictures,
    List<Reject> rejects) {
  /**
   * The version of the layout, incremented when folders written by an older Falcon must not be
   * read.
   */
  static final int VERSION = 2;

  static final String PAIRS = "pairs.parquet";
  static final String MANIFEST = "pairs.json";

  /**
   * The tables with digests beside them. The table of images also holds a checksum of each image.
   */
  static final List<String> TABLES = List.of(PAIRS, PictureFiles.IMAGES, Rejects.FILE_NAME);

  static final TableSchema PAIR_COLUMNS =
      TableSchema.of(
          TableSchema.required("key", ColumnType.UTF8),
          TableSchema.required("caption", ColumnType.UTF8),
          TableSchema.required("image", ColumnType.INT32));

  /** Reads a folder written by {@link PairStoreWriter}. */
  static PairStore read(String name, Path folder) {
    List<String> keys = new ArrayList<>();
    List<String> captions = new ArrayList<>();
    int[] images;
    try (TableReader table = TableReader.open(folder.resolve(PAIRS), TableFormat.PARQUET)) {
      int key = table.column(ColumnType.UTF8, "key");
      int caption = table.column(ColumnType.UTF8, "caption");
      int image = table.column(ColumnType.INT32, "image");
      images = new int[Math.toIntExact(table.rows())];
      while (table.next()) {
        images[keys.size()] = table.getInt(image);
        keys.add(table.getString(key));
        captions.add(table.getString(caption));
      }
    }
    PictureFiles pictures = PictureFiles.open(folder);
    if (Arrays.stream(images).anyMatch(image -> image < 0 || image >= pictures.count())) {
      pictures.close();
      throw PictureFiles.broken(folder.resolve(PAIRS));
    }
    return new PairStore(
        name,
        folder,
        keys.toArray(String[]::new),
        captions.toArray(String[]::new),
        images,
        pictures,
        Rejects.read(folder.resolve(Rejects.FILE_NAME)));
  }
}
