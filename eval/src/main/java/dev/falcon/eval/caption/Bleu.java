// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.util.List;
import java.util.Map;

/**
 * BLEU-1 to BLEU-4 (Papineni et al., 2002) over a corpus: clipped counts are summed over all
 * captions, and the brevity penalty uses the reference that is nearest in length, the shorter of
 * two equally near ones. The small constants are exactly those of the usual evaluation.
 */
public final class Bleu {
  private static final double SMALL = 1e-9;
  private static final double TINY = 1e-15;

  private final long[] correct = new long[NGrams.LONGEST];
  private final long[] guessed = new long[NGrams.LONGEST];
  private long length;
  private long referenceLength;

  private Bleu() {}

  /** Returns BLEU-1 to BLEU-4 of one caption, as fractions // [4] */
  public static double[] of(ScoredCaption caption) {
    return of(List.of(caption));
  }

  /** Returns BLEU-1 to BLEU-4 of a corpus, as fractions // [4] */
  public static double[] of(List<ScoredCaption> captions) {
    Bleu bleu = new Bleu();
    captions.forEach(bleu::add);
    return bleu.scores();
  }

  private void add(ScoredCaption caption) {
    int words = caption.words().size();
    length += words;
    referenceLength += nearest(caption, words);
    for (int n = 1; n <= NGrams.LONGEST; n++) {
      guessed[n - 1] += Math.max(0, words - n + 1);
      int size = n;
      List<Map<List<String>, Integer>> references =
          caption.references().stream().map(reference -> NGrams.of(reference, size)).toList();
      NGrams.of(caption.words(), n)
          .forEach(
              (gram, count) -> {
                int most =
                    references.stream().mapToInt(r -> r.getOrDefault(gram, 0)).max().orElse(0);
                correct[size - 1] += Math.min(count, most);
              });
    }
  }

  private static int nearest(ScoredCaption caption, int words) {
    int nearest = caption.references().get(0).size();
    for (List<String> reference : caption.references()) {
      int distance = Math.abs(reference.size() - words) - Math.abs(nearest - words);
      if (distance < 0 || (distance == 0 && reference.size() < nearest)) {
        nearest = reference.size();
      }
    }
    return nearest;
  }

  private double[] scores() {
    double[] scores = new double[NGrams.LONGEST];
    double product = 1;
    double ratio = (length + TINY) / (referenceLength + SMALL);
    double penalty = ratio < 1 ? Math.exp(1 - 1 / ratio) : 1;
    for (int k = 0; k < scores.length; k++) {
      product *= (correct[k] + TINY) / (guessed[k] + SMALL);
      scores[k] = Math.pow(product, 1.0 / (k + 1)) * penalty;
    }
    return scores;
  }
}
