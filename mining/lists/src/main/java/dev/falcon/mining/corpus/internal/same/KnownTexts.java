// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.same;

import dev.falcon.data.Warning;
import dev.falcon.data.sample.SameText;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The texts of queries and items, as far as their stores hold them.
 *
 * @param queries the texts of the queries
 * @param items the texts of the items
 * @param groups the groups of items with the same text, if only one of each may be listed
 * @param alike whether queries and items are texts, so that an item with a query's text is that
 *     query itself
 * @param shares whether queries with the same text share what is known of their pairs
 */
public record KnownTexts(
    Optional<ItemTexts> queries,
    Optional<ItemTexts> items,
    Optional<CaptionGroups> groups,
    boolean alike,
    boolean shares) {
  /** No texts. */
  public static final KnownTexts NONE =
      new KnownTexts(Optional.empty(), Optional.empty(), Optional.empty(), false, false);

  /**
   * Reads the texts of both sides.
   *
   * @param grouped whether only one of several items with the same text may be listed
   */
  public static KnownTexts of(
      CorpusItems queries, CorpusItems corpus, SameText same, boolean grouped) {
    Optional<ItemTexts> asked = texts(queries, same);
    Optional<ItemTexts> listed = queries == corpus ? asked : texts(corpus, same);
    return new KnownTexts(
        asked,
        listed,
        listed.filter(texts -> grouped).map(CaptionGroups::new),
        areTexts(queries) && areTexts(corpus),
        /* shares= */ true);
  }

  private static Optional<ItemTexts> texts(CorpusItems items, SameText same) {
    return items.hasTexts() ? Optional.of(ItemTexts.of(items, same)) : Optional.empty();
  }

  private static boolean areTexts(CorpusItems items) {
    return items.side() == SearchDirection.Side.TEXT || items.store().hasAnchors();
  }

  /** Returns a warning if queries or items are blank texts; empty if none is. */
  public Optional<String> blankNote() {
    long asked = queries.map(ItemTexts::blank).orElse(0L);
    long listed = items.map(ItemTexts::blank).orElse(0L);
    return asked + listed == 0
        ? Optional.empty()
        : Optional.of(
            Warning.line(
                String.format(
                    Locale.ROOT,
                    "blank texts are compared like others; leave their rows out of the store;"
                        + " queries=%,d, items=%,d",
                    asked,
                    listed)));
  }

  /** Returns the texts with some of the queries, numbered from 0, which share nothing. */
  public KnownTexts only(int[] some) {
    return new KnownTexts(queries.map(texts -> texts.only(some)), items, groups, alike, false);
  }

  /** Returns the hashes of a query's texts. */
  public long[] ofQuery(int query) {
    return queries.map(texts -> texts.of(query)).orElse(new long[0]);
  }

  /** Returns the hashes of an item's texts. */
  public long[] ofItem(int item) {
    return items.map(texts -> texts.of(item)).orElse(new long[0]);
  }

  /** Returns the items with a text, ascending. */
  public IntStream with(long hash) {
    return items.map(texts -> texts.with(hash)).orElse(IntStream.empty());
  }

  /** Returns an item's group, or {@link CaptionGroups#SINGLE}. */
  public int groupOf(int item) {
    return groups.map(known -> known.groupOf(item)).orElse(CaptionGroups.SINGLE);
  }

  /** Returns whether a query and an item are the same text. */
  public boolean same(int query, int item) {
    return alike
        && queries.isPresent()
        && items.isPresent()
        && ofQuery(query)[0] == ofItem(item)[0]
        && ofItem(item)[0] != SameText.NO_TEXT;
  }

  /** Returns the queries that are the same text as a query, which is one of them, ascending. */
  public IntStream siblings(int query) {
    if (!shares || queries.isEmpty() || queries.get().areSeveral()) {
      return IntStream.of(query);
    }
    long text = queries.get().first(query);
    return text == SameText.NO_TEXT ? IntStream.of(query) : queries.get().with(text);
  }
}
