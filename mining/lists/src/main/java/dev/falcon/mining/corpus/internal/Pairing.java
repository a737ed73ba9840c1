// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.same.KnownTexts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Finds pairs of a query and an item of the corpus that share an image. */
public final class Pairing {
  private Pairing() {}

  /**
   * Returns the positives within one store. The positives of an image are its texts; those of a
   * text are its image or, if texts are searched, the other texts of its image; an image has no
   * image as its positive. The positives of an anchor are the texts of its rows and of those with
   * their image ids. No text is a positive of the same text.
   */
  public static ItemPairs ofOneStore(CorpusItems queries, CorpusItems corpus, KnownTexts texts) {
    if (queries.side() == SearchDirection.Side.IMAGE
        && corpus.side() == SearchDirection.Side.IMAGE) {
      return ItemPairs.none(queries.count());
    }
    EmbeddingStore store = queries.store();
    if (store.hasAnchors() || queries.side() == corpus.side()) {
      return store.hasImageIds() ? ofTexts(queries, corpus, texts) : ofRows(queries, corpus, texts);
    }
    return ofRows(queries, corpus, texts);
  }

  /**
   * Returns the number of rows whose text is no positive of the row's anchor since it is the same
   * text.
   */
  static long selves(CorpusItems queries, CorpusItems corpus, KnownTexts texts) {
    EmbeddingStore store = queries.store();
    if (!store.hasAnchors() || queries == corpus || queries.side() == corpus.side()) {
      return 0;
    }
    return LongStream.range(0, store.rows())
        .mapToInt(Math::toIntExact)
        .filter(row -> queries.ofRow(row) != CorpusItems.NONE)
        .filter(row -> corpus.ofRow(row) != CorpusItems.NONE)
        .filter(row -> texts.same(queries.ofRow(row), corpus.ofRow(row)))
        .count();
  }

  /** Pairs the items of each row, unless they are the same text. */
  private static ItemPairs ofRows(CorpusItems queries, CorpusItems corpus, KnownTexts texts) {
    LongList pairs = new LongList();
    int rows = Math.toIntExact(queries.store().rows());
    for (int row = 0; row < rows; row++) {
      int query = queries.ofRow(row);
      int item = corpus.ofRow(row);
      if (query != CorpusItems.NONE
          && item != CorpusItems.NONE
          && queries != corpus
          && !texts.same(query, item)) {
        pairs.add(ItemPairs.pair(query, item));
      }
    }
    return ItemPairs.of(queries.count(), pairs.toArray());
  }

  /** Pairs each query of an image with the texts of that image that are not the query itself. */
  private static ItemPairs ofTexts(CorpusItems queries, CorpusItems corpus, KnownTexts texts) {
    CorpusItems images = CorpusItems.byImageId(corpus.store(), corpus.unusable());
    int rows = Math.toIntExact(corpus.store().rows());
    List<List<Integer>> rowsOf = new ArrayList<>(images.count());
    for (int row = 0; row < rows; row++) {
      int image = images.ofRow(row);
      if (image == rowsOf.size()) {
        rowsOf.add(new ArrayList<>(1));
      }
      if (image != CorpusItems.NONE) {
        rowsOf.get(image).add(row);
      }
    }
    LongList pairs = new LongList();
    for (List<Integer> ofImage : rowsOf) {
      ofImage.stream()
          .map(queries::ofRow)
          .distinct()
          .forEach(
              query -> {
                for (int row : ofImage) {
                  int item = corpus.ofRow(row);
                  boolean self = queries == corpus && query == item;
                  if (!self && !texts.same(query, item)) {
                    pairs.add(ItemPairs.pair(query, item));
                  }
                }
              });
    }
    return ItemPairs.of(queries.count(), pairs.toArray());
  }

  /**
   * Returns the items of the corpus with an image id of each query, which may be in another store.
   * In one store, the item of a query's row is of its image, too.
   */
  public static ItemPairs ofEqualImages(CorpusItems queries, CorpusItems corpus) {
    Map<String, List<Integer>> itemsOf = new HashMap<>();
    int rows = Math.toIntExact(corpus.store().rows());
    for (int row = 0; row < rows; row++) {
      int item = corpus.ofRow(row);
      if (item != CorpusItems.NONE) {
        corpus
            .store()
            .imageId(row)
            .map(id -> itemsOf.computeIfAbsent(id, k -> new ArrayList<>(1)))
            .filter(items -> items.isEmpty() || items.get(items.size() - 1) != item)
            .ifPresent(items -> items.add(item));
      }
    }
    boolean oneStore = queries.store() == corpus.store();
    LongList pairs = new LongList();
    int asking = Math.toIntExact(queries.store().rows());
    for (int row = 0; row < asking; row++) {
      int query = queries.ofRow(row);
      if (query == CorpusItems.NONE) {
        continue;
      }
      queries
          .store()
          .imageId(row)
          .map(id -> itemsOf.getOrDefault(id, List.of()))
          .ifPresent(items -> items.forEach(item -> pairs.add(ItemPairs.pair(query, item))));
      if (oneStore) {
        pairs.add(ItemPairs.pair(query, corpus.ofRow(row)));
      }
    }
    return ItemPairs.of(queries.count(), pairs.toArray());
  }

  /**
   * Returns the items of another store that have a query's key and its vectors, and so are that
   * query.
   */
  public static ItemPairs ofEqualDocuments(CorpusItems queries, CorpusItems corpus) {
    LongList pairs = new LongList();
    Map<String, Integer> queryOf = new HashMap<>();
    for (int query = 0; query < queries.count(); query++) {
      queryOf.put(queries.key(query), query);
    }
    for (int item = 0; item < corpus.count(); item++) {
      Integer query = queryOf.get(corpus.key(item));
      if (query != null
          && Arrays.deepEquals(queries.read(new int[] {query}), corpus.read(new int[] {item}))) {
        pairs.add(ItemPairs.pair(query, item));
      }
    }
    return ItemPairs.of(queries.count(), pairs.toArray());
  }
}
