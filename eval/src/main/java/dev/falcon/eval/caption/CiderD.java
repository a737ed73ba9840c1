// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * CIDEr-D (Vedantam et al., 2015): the cosine of TF-IDF weighted n-grams, n = 1 to 4, in which a
 * count above the reference's gives no gain, and a length that differs from the reference's is
 * penalised. The weight of an n-gram is its count times ln N - ln max(1, df), where df of the N
 * pictures have it in a reference. The length is the number of pairs of neighbouring words. With a
 * single picture, all weights are 0, and so is the score.
 */
public final class CiderD {
  private static final double TWICE_SIGMA_SQUARED = 2 * 6.0 * 6.0;
  private static final double SCALE = 10;

  private final Map<List<String>, Integer> documents = new HashMap<>();
  private final double logImages;

  private CiderD(List<ScoredCaption> captions) {
    for (ScoredCaption caption : captions) {
      Set<List<String>> seen = new HashSet<>();
      for (List<String> reference : caption.references()) {
        for (int n = 1; n <= NGrams.LONGEST; n++) {
          seen.addAll(NGrams.of(reference, n).keySet());
        }
      }
      seen.forEach(gram -> documents.merge(gram, 1, Integer::sum));
    }
    logImages = Math.log(captions.size());
  }

  /**
   * Returns each caption's score, in [0, 10]; their mean is the score of the corpus // [captions]
   */
  public static double[] of(List<ScoredCaption> captions) {
    CiderD cider = new CiderD(captions);
    return captions.stream().mapToDouble(cider::score).toArray();
  }

  /**
   * The weights of a text's n-grams.
   *
   * @param weights the weights of the n-grams, for each n
   * @param norms the norms of these four vectors // [4]
   * @param pairs the number of pairs of neighbouring words
   */
  private record Vector(List<Map<List<String>, Double>> weights, List<Double> norms, int pairs) {}

  private Vector vector(List<String> words) {
    List<Map<List<String>, Double>> weights = new ArrayList<>();
    List<Double> norms = new ArrayList<>();
    for (int n = 1; n <= NGrams.LONGEST; n++) {
      Map<List<String>, Double> weighted = new LinkedHashMap<>();
      double squares = 0;
      for (Map.Entry<List<String>, Integer> gram : NGrams.of(words, n).entrySet()) {
        int df = Math.max(1, documents.getOrDefault(gram.getKey(), 0));
        double weight = gram.getValue() * (logImages - Math.log(df));
        weighted.put(gram.getKey(), weight);
        squares += weight * weight;
      }
      weights.add(weighted);
      norms.add(Math.sqrt(squares));
    }
    return new Vector(weights, norms, Math.max(0, words.size() - 1));
  }

  private double score(ScoredCaption caption) {
    Vector candidate = vector(caption.words());
    double sum = 0;
    for (List<String> words : caption.references()) {
      sum += similarity(candidate, vector(words));
    }
    return SCALE * sum / NGrams.LONGEST / caption.references().size();
  }

  /** Returns the sum over n of the clipped cosines. */
  private static double similarity(Vector candidate, Vector reference) {
    double delta = candidate.pairs() - reference.pairs();
    double penalty = Math.exp(-(delta * delta) / TWICE_SIGMA_SQUARED);
    double sum = 0;
    for (int n = 0; n < NGrams.LONGEST; n++) {
      Map<List<String>, Double> there = reference.weights().get(n);
      double product = 0;
      for (Map.Entry<List<String>, Double> gram : candidate.weights().get(n).entrySet()) {
        double weight = there.getOrDefault(gram.getKey(), 0.0);
        product += Math.min(gram.getValue(), weight) * weight;
      }
      double norms = candidate.norms().get(n) * reference.norms().get(n);
      sum += penalty * (norms == 0 ? product : product / norms);
    }
    return sum;
  }
}
