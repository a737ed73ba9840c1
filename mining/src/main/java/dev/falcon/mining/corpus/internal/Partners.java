package dev.falcon.mining.corpus.internal;

import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.SearchDirection.Side;
import java.util.Arrays;

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

  /** Finds the partners of the texts of a checked store. */
  public Partners(
      SecondWitness witness, CorpusItems queries, CorpusItems texts, StoreReport report) {
    this.witness = witness;
    this.queries = queries;
    this.texts = texts;
    this.partnerOf = new int[texts.count()];
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
  }

  /** The suspected candidates. */
  boolean[] suspects(Found found) {
    int[] partners = new int[found.items().length];
    int count = 0;
    for (int item : found.items()) {
      if (partnerOf[item] != CorpusItems.NONE) {
        partners[count++] = partnerOf[item];
      }
    }
    float[][] query = queries.read(new int[] {found.query()});
    float[] cosines = PairCosines.of(query, new int[][] {Arrays.copyOf(partners, count)}, texts)[0];
    boolean[] suspected = new boolean[found.items().length];
    int at = 0;
    for (int x = 0; x < suspected.length; x++) {
      if (partnerOf[found.items()[x]] != CorpusItems.NONE) {
        suspected[x] = witness.suspects(found.scores()[x], cosines[at++]);
      }
    }
    return suspected;
  }
}
