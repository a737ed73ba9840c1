// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.same;

import dev.falcon.data.sample.SameText;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Arrays;

/**
 * Finds out whether a model lowers its input. Stores do not record that, but a model that does
 * gives texts that differ in capitals only the same vector, bit for bit, and one that does not
 * gives nearly all of them different vectors.
 */
public final class Capitals {
  private static final SameText LOWERED = new SameText(true);
  private static final int MOST_PAIRS = 100;

  private Capitals() {}

  /**
   * Returns the rule for the model of these items: capitals count as small letters if most of the
   * first {@value #MOST_PAIRS} pairs of texts that differ in nothing else have equal vectors.
   */
  public static SameText of(CorpusItems items) {
    if (items.side() != SearchDirection.Side.TEXT || !items.hasTexts()) {
      return SameText.CASED;
    }
    ItemTexts lowered = ItemTexts.of(items, LOWERED);
    long[] tagged = lowered.tagged();
    int pairs = 0;
    int equal = 0;
    for (int x = 1; x < tagged.length && pairs < MOST_PAIRS; x++) {
      int one = lowered.item(tagged[x - 1]);
      int other = lowered.item(tagged[x]);
      if (lowered.first(one) == lowered.first(other) && differ(items, one, other)) {
        pairs++;
        equal += Arrays.deepEquals(vectors(items, one), vectors(items, other)) ? 1 : 0;
      }
    }
    return 2 * equal > pairs ? LOWERED : SameText.CASED;
  }

  private static boolean differ(CorpusItems items, int one, int other) {
    return !SameText.CASED.same(items.caption(one).orElse(""), items.caption(other).orElse(""));
  }

  private static float[][] vectors(CorpusItems items, int item) {
    return items.read(new int[] {item});
  }
}
