// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.ListedAt;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Lists of negatives, as pairs, each once: the anchor's image with a negative's text or, if the
 * anchors are captions and the negatives images, the negative's image with the anchor.
 *
 * <p>Memory: 8 bytes per negative, or about 100 in lists from a corpus.
 */
final class NegativeLists {
  private static final List<String> PLACED =
      List.of("anchor", "negative", "rank", "negative_score", "positive_score");

  private final Path file;
  private final Items items;
  private final ItemNames names;
  private final boolean imagesListed;
  private final LongStream.Builder builder = LongStream.builder();
  private final Map<Long, ListedAt> places = new HashMap<>();
  private LabelledPairs pairs;
  private long unknown;
  private String firstUnknown;

  private NegativeLists(Path file, Items items, boolean imagesListed) {
    this.file = file;
    this.items = items;
    this.names = new ItemNames(items);
    this.imagesListed = imagesListed;
  }

  /**
   * Reads a table of lists.
   *
   * @param skipUnknown whether lists of keys that the data do not hold are skipped
   */
  static NegativeLists read(AuditTarget.Lists target, Items items, boolean skipUnknown) {
    Path file = target.keys();
    String direction = target.direction().orElse("");
    NegativeLists lists = new NegativeLists(file, items, direction.equals("text-image"));
    lists.requireCaptions(direction.equals("image-image"));
    lists.read();
    long[] found = lists.builder.build().toArray();
    if (lists.unknown > 0 && found.length == 0) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: none of its %,d lists' queries and negatives is a key or a text of %s, or a file"
                  + " named as a key of it, the first is '%s'; name the data of the lists",
              file,
              lists.unknown,
              items.dataset(),
              lists.firstUnknown));
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

  private void requireCaptions(boolean ofImages) {
    if (ofImages && !items.ofPictures()) {
      throw new FalconException(
          file + ": lists images of images, and no caption that could be true of them");
    }
  }

  private void read() {
    if (!Folders.isFolder(file) && !TableFormat.isNamedIn(file)) {
      new ListsInRun().read(file, this::add);
      return;
    }
    boolean json;
    try (TableReader table = TableReader.open(file)) {
      List<String> columns = table.columns();
      // Lists from search spaces have ranks, too, which mean something else.
      if (columns.containsAll(PLACED) && !columns.contains("quantile")) {
        read(table);
        return;
      }
      json = ListsInJson.isIn(table, columns, isJson());
    }
    (json ? new ListsInJson() : new ListsInTable()).read(file, this::add);
  }

  private boolean isJson() {
    return !Folders.isFolder(file) && TableFormat.ofTable(file) == TableFormat.JSONL;
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
    int anchor = table.column(ColumnType.UTF8, "anchor");
    int negative = table.column(ColumnType.UTF8, "negative");
    int rank = table.column(ColumnType.INT32, "rank");
    int score = table.column(ColumnType.FLOAT32, "negative_score");
    int own = table.column(ColumnType.FLOAT32, "positive_score");
    while (table.next()) {
      if (!table.isNull(negative)) {
        boolean drawn = table.isNull(rank);
        ListedAt at =
            ListedAt.of(
                drawn ? Integer.MAX_VALUE : table.getInt(rank),
                table.getFloat(score),
                table.isNull(own) ? 1 : table.getFloat(own));
        add(ListedName.key(table.getString(anchor)), ListedName.key(table.getString(negative)))
            .ifPresent(pair -> places.putIfAbsent(pair, at));
      }
    }
  }

  private Optional<Long> add(ListedName query, ListedName negative) {
    Optional<ItemNames.Named> asks = names.query(query);
    Optional<ItemNames.Named> listed = names.listed(negative);
    if (asks.isPresent() && listed.isPresent()) {
      requireCaptions(asks.get().picture() && listed.get().picture());
      boolean pictures = imagesListed || (listed.get().picture() && !items.ofPictures());
      int image = (pictures ? listed : asks).get().item();
      int text = (pictures ? asks : listed).get().item();
      long pair = (long) items.sample(image) << 32 | (long) text << 1;
      builder.add(pair);
      return Optional.of(pair);
    }
    unknown++;
    if (firstUnknown == null) {
      firstUnknown = (asks.isEmpty() ? query : negative).value();
    }
    return Optional.empty();
  }
}
