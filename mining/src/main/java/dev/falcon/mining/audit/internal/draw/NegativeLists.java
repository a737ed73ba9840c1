package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.ListedAt;
import dev.falcon.mining.plan.ListKeys;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Lists of negatives by key, as pairs, each once: the anchor's image with a negative's text or, if
 * the anchors are captions and the negatives images, the negative's image with the anchor.
 *
 * <p>Memory: 8 bytes per negative, or about 100 in lists from a corpus.
 */
final class NegativeLists {
  private static final String ANCHOR = "anchor";
  private static final Pattern NEGATIVE = Pattern.compile("negative(_id|_[0-9]+)?");

  private final Path file;
  private final Items items;
  private final boolean imagesListed;
  private final LongStream.Builder builder = LongStream.builder();
  private final Map<Long, ListedAt> places = new HashMap<>();
  private LabelledPairs pairs;
  private long unknown;
  private String firstUnknown;

  private NegativeLists(Path file, Items items, boolean imagesListed) {
    this.file = file;
    this.items = items;
    this.imagesListed = imagesListed;
  }

  /**
   * Reads a table of lists.
   *
   * @param skipUnknown whether negatives of keys that the data do not hold are skipped
   */
  static NegativeLists read(AuditTarget.Lists target, Items items, boolean skipUnknown) {
    Path file = target.keys();
    String direction = target.direction().orElse("");
    if (direction.equals("image-image") && !items.ofPictures()) {
      throw new FalconException(
          file + ": lists images of images, and no caption that could be true of them");
    }
    NegativeLists lists = new NegativeLists(file, items, direction.equals("text-image"));
    try (TableReader table = TableReader.open(file)) {
      lists.read(table);
    }
    long[] found = lists.builder.build().toArray();
    if (lists.unknown > 0 && found.length == 0) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: none of its %,d negatives is a key of %s, the first is '%s'; it holds texts, not"
                  + " keys, or lists other data. The keys of lists of texts are in a table beside"
                  + " them, such as %s",
              file,
              lists.unknown,
              items.dataset(),
              lists.firstUnknown,
              ListKeys.beside(file).getFileName()));
    }
    if (lists.unknown > 0 && !skipUnknown) {
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
    lists.pairs = LabelledPairs.ofLists(file, items, found);
    return lists;
  }

  /** Returns the pairs. */
  LabelledPairs pairs() {
    return pairs;
  }

  /** Returns the place of each pair in lists from a corpus; empty for other lists. */
  Map<Long, ListedAt> places() {
    return places;
  }

  /** Returns the place of a pair; the first if it has several. */
  ListedAt place(long pair) {
    return places.get(pair);
  }

  private void read(TableReader table) {
    List<String> columns = table.columns();
    int anchor = table.column(ColumnType.UTF8, columns.contains("query_id") ? "query_id" : ANCHOR);
    OptionalInt candidate = table.findColumn(ColumnType.UTF8, "candidate");
    OptionalInt label =
        candidate.isPresent()
            ? OptionalInt.of(table.column(ColumnType.INT32, "label"))
            : OptionalInt.empty();
    int[] negatives =
        candidate.isPresent()
            ? new int[] {candidate.getAsInt()}
            : columns.stream()
                .filter(name -> NEGATIVE.matcher(name).matches())
                .mapToInt(name -> table.column(ColumnType.UTF8, name))
                .toArray();
    if (negatives.length == 0) {
      throw new FalconException(
          file
              + ": has no column of negatives; expected negative, negative_1, negative_id or candidate, not "
              + String.join(", ", columns));
    }
    OptionalInt rank = ofCorpus(columns, table, ColumnType.INT32, "rank");
    OptionalInt score = ofCorpus(columns, table, ColumnType.FLOAT32, "negative_score");
    OptionalInt own = ofCorpus(columns, table, ColumnType.FLOAT32, "positive_score");
    while (table.next()) {
      if (label.isPresent() && table.getInt(label.getAsInt()) != 0) {
        continue;
      }
      for (int negative : negatives) {
        if (!table.isNull(negative)) {
          OptionalLong pair = add(table.getString(anchor), table.getString(negative));
          if (pair.isPresent() && rank.isPresent()) {
            boolean drawn = table.isNull(rank.getAsInt());
            places.putIfAbsent(
                pair.getAsLong(),
                ListedAt.of(
                    drawn ? Integer.MAX_VALUE : table.getInt(rank.getAsInt()),
                    table.getFloat(score.getAsInt()),
                    table.isNull(own.getAsInt()) ? 1 : table.getFloat(own.getAsInt())));
          }
        }
      }
    }
  }

  /**
   * Returns a column of lists from a corpus; empty for lists from search spaces, whose ranks mean
   * something else.
   */
  private static OptionalInt ofCorpus(
      List<String> columns, TableReader table, ColumnType type, String name) {
    return columns.contains("rank") && !columns.contains("quantile")
        ? OptionalInt.of(table.column(type, name))
        : OptionalInt.empty();
  }

  private OptionalLong add(String anchor, String negative) {
    int image = items.find(imagesListed ? negative : anchor);
    int text = items.find(imagesListed ? anchor : negative);
    if (image >= 0 && text >= 0) {
      long pair = (long) items.sample(image) << 32 | (long) text << 1;
      builder.add(pair);
      return OptionalLong.of(pair);
    }
    unknown++;
    if (firstUnknown == null) {
      firstUnknown = items.find(anchor) < 0 ? anchor : negative;
    }
    return OptionalLong.empty();
  }
}
