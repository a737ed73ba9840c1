// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.PairFile;
import dev.falcon.mining.corpus.SearchDirection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Resolves pairs of keys to pairs of items. A text is identified by its key. An image is identified
 * by the key of any of its rows, by such a key without the caption's number ({@code key} for {@code
 * key#0}), or by its image id.
 *
 * <p>Memory: the keys in the file.
 */
public final class KeyPairs {
  private final CorpusItems queries;
  private final CorpusItems corpus;

  public KeyPairs(CorpusItems queries, CorpusItems corpus) {
    this.queries = queries;
    this.corpus = corpus;
  }

  /**
   * The pairs of a file.
   *
   * @param pairs the pairs whose items are both known
   * @param unknown the number of pairs with an unknown key
   * @param selves the number of pairs of an item with itself
   */
  public record Known(ItemPairs pairs, long unknown, long selves) {}

  private record Named(String first, String second) {}

  /**
   * Reads known positives: pairs whose score is above 0.
   *
   * @param self whether a query is also an item of the corpus; it is then not its own positive
   */
  public Known positives(Path file, boolean self) {
    return read(file, self, PairFile.Kind.DIRECTED);
  }

  /** Reads excluded pairs, in either order. */
  public Known vetoes(Path file, boolean self) {
    return read(file, self, PairFile.Kind.SAMPLES);
  }

  private Known read(Path file, boolean self, PairFile.Kind expected) {
    List<Named> named = new ArrayList<>();
    PairFile.Kind kind =
        PairFile.read(
            file,
            (first, second, score, where) -> {
              if (Float.isNaN(score)) {
                throw new FalconException(where + ": its score is NaN");
              }
              if (score > 0) {
                named.add(new Named(first, second));
              }
            });
    if (kind == PairFile.Kind.SAMPLES && expected == PairFile.Kind.DIRECTED) {
      throw new FalconException(
          file + ": positives are a table query_key, corpus_key[, score], or qrels");
    }
    boolean bothWays = kind == PairFile.Kind.SAMPLES;
    boolean ofImages = kind == PairFile.Kind.TRUTH || kind == PairFile.Kind.IMAGE_TEXT;
    boolean imageFirst = ofImages && queries.side() == SearchDirection.Side.TEXT;
    Set<String> firsts = new HashSet<>();
    Set<String> seconds = new HashSet<>();
    for (Named pair : named) {
      firsts.add(imageFirst ? pair.second() : pair.first());
      seconds.add(imageFirst ? pair.first() : pair.second());
      if (bothWays) {
        firsts.add(pair.second());
        seconds.add(pair.first());
      }
    }
    Map<String, Integer> queryOf = items(queries, firsts);
    Map<String, Integer> itemOf = items(corpus, seconds);
    LongList pairs = new LongList();
    long unknown = 0;
    long selves = 0;
    for (Named pair : named) {
      String first = imageFirst ? pair.second() : pair.first();
      String second = imageFirst ? pair.first() : pair.second();
      boolean known = add(pairs, queryOf.get(first), itemOf.get(second), self);
      if (bothWays) {
        known |= add(pairs, queryOf.get(second), itemOf.get(first), self);
      }
      unknown += known ? 0 : 1;
      boolean same = self && queryOf.containsKey(first);
      selves += same && queryOf.get(first).equals(itemOf.get(second)) ? 1 : 0;
    }
    return new Known(ItemPairs.of(queries.count(), pairs.toArray()), unknown, selves);
  }

  /** Adds a pair of known items; returns whether both are known. */
  private static boolean add(LongList pairs, Integer query, Integer item, boolean self) {
    if (query == null || item == null) {
      return false;
    }
    if (!self || !query.equals(item)) {
      pairs.add(ItemPairs.pair(query, item));
    }
    return true;
  }

  /** Returns the items with the given names. */
  static Map<String, Integer> items(CorpusItems items, Set<String> names) {
    Map<String, Integer> found = new HashMap<>();
    if (names.isEmpty()) {
      return found;
    }
    int rows = Math.toIntExact(items.store().rows());
    for (int row = 0; row < rows; row++) {
      int item = items.ofRow(row);
      if (item == CorpusItems.NONE) {
        continue;
      }
      long at = row;
      String key = items.store().key(at);
      if (names.contains(key)) {
        found.put(key, item);
      }
      if (items.side() == SearchDirection.Side.IMAGE) {
        int number = key.lastIndexOf('#');
        if (number > 0 && names.contains(key.substring(0, number))) {
          found.putIfAbsent(key.substring(0, number), item);
        }
        Optional.of(items.store())
            .filter(EmbeddingStore::hasImageIds)
            .flatMap(store -> store.imageId(at))
            .filter(names::contains)
            .ifPresent(image -> found.putIfAbsent(image, item));
      }
    }
    return found;
  }
}
