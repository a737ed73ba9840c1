// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.sample.OwnAnchors;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.SearchDirection;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The second witness among texts. The partner of a text is the next text of its image; that of the
 * last text is the first. In a store of pairs of texts it is the text's anchor, unless that is the
 * text itself. A text without a partner is not suspected.
 *
 * <p>Memory: 4 bytes per text.
 */
public final class WitnessPartners {
  private final SecondWitness witness;
  private final CorpusItems queries;
  private final CorpusItems texts;
  private final CorpusItems witnesses;
  private final int[] partnerOf; // by text, the index of its partner among the witnesses
  private final Map<Long, Integer> ofQuery; // by query and item, another text as partner

  private WitnessPartners(
      SecondWitness witness,
      CorpusItems queries,
      CorpusItems texts,
      CorpusItems witnesses,
      int[] partnerOf,
      Map<Long, Integer> ofQuery) {
    this.witness = witness;
    this.queries = queries;
    this.texts = texts;
    this.witnesses = witnesses;
    this.partnerOf = partnerOf;
    this.ofQuery = ofQuery;
  }

  /** Finds the partners of the texts of a checked store. */
  static WitnessPartners of(
      Optional<SecondWitness> witness, CorpusItems queries, CorpusItems texts, StoreReport report) {
    boolean anchored = texts.store().hasAnchors() && !areOwnAnchors(texts);
    CorpusItems images =
        anchored
            ? CorpusItems.of(texts.store(), SearchDirection.Side.IMAGE, report)
            : CorpusItems.byImageId(texts.store(), texts.unusable());
    int[] partnerOf = anchored ? imagesOf(texts, images) : nextTexts(texts, images);
    return new WitnessPartners(
        witness.orElse(new SecondWitness(1)),
        queries,
        texts,
        anchored ? images : texts,
        partnerOf,
        Map.of());
  }

  /** Returns whether each text is its own anchor, as in a store of captions without pictures. */
  private static boolean areOwnAnchors(CorpusItems texts) {
    return IntStream.range(0, texts.count())
        .mapToLong(texts::row)
        .allMatch(row -> OwnAnchors.is(texts.store().anchor(row), texts.store().caption(row)));
  }

  private static int[] imagesOf(CorpusItems texts, CorpusItems images) {
    int[] imageOf = new int[texts.count()];
    Arrays.setAll(imageOf, text -> images.ofRow(texts.row(text)));
    return imageOf;
  }

  private static int[] nextTexts(CorpusItems texts, CorpusItems images) {
    int[] partnerOf = new int[texts.count()];
    Arrays.fill(partnerOf, CorpusItems.NONE);
    int[] first = new int[images.count()];
    int[] last = new int[images.count()];
    Arrays.fill(first, CorpusItems.NONE);
    for (int text = 0; text < partnerOf.length; text++) {
      int image = images.ofRow(texts.row(text));
      if (first[image] == CorpusItems.NONE) {
        first[image] = text;
      } else {
        partnerOf[last[image]] = text;
        partnerOf[text] = first[image];
      }
      last[image] = text;
    }
    return partnerOf;
  }

  /**
   * Returns the same partners with another rule.
   *
   * @param some the queries
   * @param others other partners of some items, by the pair of query and item
   */
  public WitnessPartners with(SecondWitness rule, CorpusItems some, Map<Long, Integer> others) {
    return new WitnessPartners(rule, some, texts, witnesses, partnerOf, others);
  }

  /** Returns, for each candidate, whether it is suspected. */
  public boolean[] suspects(QueryCandidates found) {
    int[] usual = new int[found.items().length];
    int[] others = new int[found.items().length];
    for (int x = 0; x < usual.length; x++) {
      int item = found.items()[x];
      Integer other = ofQuery.get(ItemPairs.pair(found.query(), item));
      usual[x] = other == null ? partnerOf[item] : CorpusItems.NONE;
      others[x] = other == null ? CorpusItems.NONE : other;
    }
    boolean[] suspected = new boolean[found.items().length];
    float[][] query = queries.read(new int[] {found.query()});
    mark(found, query, witnesses, usual, suspected);
    mark(found, query, texts, others, suspected);
    return suspected;
  }

  private void mark(
      QueryCandidates found,
      float[][] query,
      CorpusItems items,
      int[] partners,
      boolean[] suspected) {
    int[] asked = Arrays.stream(partners).filter(item -> item != CorpusItems.NONE).toArray();
    float[] cosines = PairCosines.of(query, new int[][] {asked}, items)[0];
    int at = 0;
    for (int x = 0; x < suspected.length; x++) {
      if (partners[x] != CorpusItems.NONE) {
        suspected[x] = witness.suspects(found.scores()[x], cosines[at++]);
      }
    }
  }
}
