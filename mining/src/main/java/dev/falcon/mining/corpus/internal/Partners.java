package dev.falcon.mining.corpus.internal;

import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.SearchDirection.Side;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The second witness among texts: the partner of a text is the next text of its image, or the first
 * after the last. A text that is alone has no witness and is not suspected.
 *
 * <p>Memory: 4 bytes per text.
 */
public final class Partners {
  private final SecondWitness witness;
  private final CorpusItems queries;
  private final CorpusItems texts;
  private final int[] partnerOf;
  private final Map<Long, Integer> ofQuery; // query and item: another partner

  private Partners(
      SecondWitness witness,
      CorpusItems queries,
      CorpusItems texts,
      int[] partnerOf,
      Map<Long, Integer> ofQuery) {
    this.witness = witness;
    this.queries = queries;
    this.texts = texts;
    this.partnerOf = partnerOf;
    this.ofQuery = ofQuery;
  }

  /** Finds the partners of the texts of a checked store. */
  static Partners of(
      Optional<SecondWitness> witness, CorpusItems queries, CorpusItems texts, StoreReport report) {
    int[] partnerOf = new int[texts.count()];
    Arrays.fill(partnerOf, CorpusItems.NONE);
    CorpusItems images = CorpusItems.of(texts.store(), Side.IMAGE, report);
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
    return new Partners(witness.orElse(new SecondWitness(1)), queries, texts, partnerOf, Map.of());
  }

  /**
   * The same partners under another rule.
   *
   * @param some the queries
   * @param others other partners of some items, by the pair with the query
   */
  Partners with(SecondWitness rule, CorpusItems some, Map<Long, Integer> others) {
    return new Partners(rule, some, texts, partnerOf, others);
  }

  private int partner(int query, int item) {
    return ofQuery.getOrDefault(ItemPairs.pair(query, item), partnerOf[item]);
  }

  /** The suspected candidates. */
  boolean[] suspects(Found found) {
    int[] partners = new int[found.items().length];
    int count = 0;
    for (int item : found.items()) {
      if (partner(found.query(), item) != CorpusItems.NONE) {
        partners[count++] = partner(found.query(), item);
      }
    }
    float[][] query = queries.read(new int[] {found.query()});
    float[] cosines = PairCosines.of(query, new int[][] {Arrays.copyOf(partners, count)}, texts)[0];
    boolean[] suspected = new boolean[found.items().length];
    int at = 0;
    for (int x = 0; x < suspected.length; x++) {
      if (partner(found.query(), found.items()[x]) != CorpusItems.NONE) {
        suspected[x] = witness.suspects(found.scores()[x], cosines[at++]);
      }
    }
    return suspected;
  }
}
