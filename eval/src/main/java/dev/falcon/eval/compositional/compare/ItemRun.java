package dev.falcon.eval.compositional.compare;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.eval.compositional.ItemTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The outcomes of a model on the items of a suite.
 *
 * @param file the table
 * @param suite the suite's name; empty if the table is not one of Falcon's
 * @param digest the digest of the suite's items; empty likewise
 * @param rows the outcomes, in the table's order
 */
record ItemRun(Path file, String suite, String digest, List<Row> rows) {
  ItemRun {
    rows = List.copyOf(rows);
  }

  /**
   * An outcome.
   *
   * @param item the item's name
   * @param subset the subset's name; empty if the table has none
   * @param image the image, whose items are not independent of each other
   * @param right whether the model is right
   * @param caption whether its captions are chosen rightly; empty if the table does not say
   * @param imageSide likewise for its images
   * @param meanImage whether the caption nearest to the mean image is right
   * @param trained whether the image was in the training data
   */
  record Row(
      String item,
      String subset,
      String image,
      boolean right,
      Optional<Boolean> caption,
      Optional<Boolean> imageSide,
      Optional<Boolean> meanImage,
      Optional<Boolean> trained) {}

  /**
   * Reads a table.
   *
   * @param run the folder of {@code eval compositional}, its table of items, or any table with the
   *     columns {@code right} and, if there are some, {@code item}, {@code subset} and {@code
   *     image}
   */
  static ItemRun read(Path run) {
    Path file = Folders.isFolder(run) ? run.resolve(ItemTable.NAME) : run;
    if (!Folders.isFile(file)) {
      throw new RequestException(
          run + ": must be a folder of eval compositional, or a table with a column 'right'");
    }
    List<Row> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int right = table.column(ColumnType.BOOL, "right", "correct");
      OptionalInt item = table.findColumn(ColumnType.UTF8, "item");
      OptionalInt subset = table.findColumn(ColumnType.UTF8, "subset", "type");
      OptionalInt image = table.findColumn(ColumnType.UTF8, "image", "filename");
      OptionalInt caption = table.findColumn(ColumnType.BOOL, "right_caption");
      OptionalInt imageSide = table.findColumn(ColumnType.BOOL, "right_image");
      OptionalInt mean = table.findColumn(ColumnType.BOOL, "mean_image");
      OptionalInt trained = table.findColumn(ColumnType.BOOL, "trained");
      while (table.next()) {
        String name = item.isPresent() ? table.getString(item.getAsInt()) : "" + rows.size();
        rows.add(
            new Row(
                name,
                subset.isPresent() ? table.getString(subset.getAsInt()) : "",
                image.isPresent() ? table.getString(image.getAsInt()) : name,
                table.getBoolean(right),
                truth(table, caption),
                truth(table, imageSide),
                truth(table, mean),
                truth(table, trained)));
      }
      if (rows.isEmpty()) {
        throw new FalconException(file + ": has no item");
      }
      return new ItemRun(
          file,
          table.metadata().getOrDefault(ItemTable.SUITE, ""),
          table.metadata().getOrDefault(ItemTable.DIGEST, ""),
          rows);
    }
  }

  private static Optional<Boolean> truth(TableReader table, OptionalInt column) {
    return column.isPresent()
        ? table.value(column.getAsInt()).map(Boolean.class::cast)
        : Optional.empty();
  }

  /**
   * Refuses another run that is not of the same items.
   *
   * @throws RequestException if suites or items differ, with the first difference
   */
  void requireSameItems(ItemRun other) {
    if (!suite.equals(other.suite)) {
      throw differs(other, "the suites are '" + suite + "' and '" + other.suite + "'");
    }
    for (int i = 0; i < Math.min(rows.size(), other.rows.size()); i++) {
      Row own = rows.get(i);
      Row its = other.rows.get(i);
      if (!own.item.equals(its.item)
          || !own.subset.equals(its.subset)
          || !own.image.equals(its.image)) {
        throw differs(other, "item " + i + " is " + words(own) + " and " + words(its));
      }
    }
    if (rows.size() != other.rows.size()) {
      throw differs(other, "they have " + rows.size() + " and " + other.rows.size() + " items");
    }
    if (!digest.equals(other.digest)) {
      throw differs(other, "items of the same names have other captions, images or answers");
    }
  }

  private static String words(Row row) {
    return "'" + row.item + "' of '" + row.subset + "' on " + row.image;
  }

  private RequestException differs(ItemRun other, String difference) {
    return new RequestException(
        file + " and " + other.file + ": must be of the same items; " + difference);
  }
}
