package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/**
 * Lists of negatives by key, as pairs of the anchor's image and a negative's text, each once.
 *
 * <p>Memory: 8 bytes per negative.
 */
final class NegativeLists {
  private static final String ANCHOR = "anchor";

  private final Path file;
  private final Items items;
  private final LongStream.Builder pairs = LongStream.builder();
  private long unknown;
  private String firstUnknown;

  private NegativeLists(Path file, Items items) {
    this.file = file;
    this.items = items;
  }

  /**
   * Reads a table of lists.
   *
   * @param skipUnknown whether negatives of keys that the data do not hold are skipped
   */
  static LabelledPairs read(Path file, Items items, boolean skipUnknown) {
    NegativeLists lists = new NegativeLists(file, items);
    try (TableReader table = TableReader.open(file)) {
      lists.read(table);
    }
    long[] pairs = lists.pairs.build().toArray();
    if (lists.unknown > 0 && (!skipUnknown || pairs.length == 0)) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: %,d negatives name keys that %s does not hold, the first '%s'; force the audit"
                  + " to skip them",
              file,
              lists.unknown,
              items.dataset(),
              lists.firstUnknown));
    }
    return LabelledPairs.ofLists(file, items, pairs);
  }

  private void read(TableReader table) {
    List<String> columns = table.columns();
    int anchor = table.column(ColumnType.UTF8, ANCHOR);
    OptionalInt candidate = table.findColumn(ColumnType.UTF8, "candidate");
    OptionalInt label =
        candidate.isPresent()
            ? OptionalInt.of(table.column(ColumnType.INT32, "label"))
            : OptionalInt.empty();
    int[] negatives =
        candidate.isPresent()
            ? new int[] {candidate.getAsInt()}
            : columns.stream()
                .filter(name -> name.matches("negative(_[0-9]+)?"))
                .mapToInt(name -> table.column(ColumnType.UTF8, name))
                .toArray();
    if (negatives.length == 0) {
      throw new FalconException(
          file
              + ": has no column of negatives; expected negative, negative_1 or candidate, not "
              + String.join(", ", columns));
    }
    while (table.next()) {
      if (label.isPresent() && table.getInt(label.getAsInt()) != 0) {
        continue;
      }
      for (int negative : negatives) {
        if (!table.isNull(negative)) {
          add(table.getString(anchor), table.getString(negative));
        }
      }
    }
  }

  private void add(String anchor, String negative) {
    int image = items.find(anchor);
    int text = items.find(negative);
    if (image >= 0 && text >= 0) {
      pairs.add((long) items.sample(image) << 32 | (long) text << 1);
      return;
    }
    unknown++;
    if (firstUnknown == null) {
      firstUnknown = image < 0 ? anchor : negative;
    }
  }
}
