// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.util.List;

/**
 * ROUGE-L (Lin, 2004): the longest common subsequence with each reference. The best precision and
 * the best recall, which may be of different references, make an F-measure with &beta; = 1.2.
 */
public final class RougeL {
  private static final double BETA_SQUARED = 1.2 * 1.2;

  private RougeL() {}

  /** Returns the mean score over a corpus, in [0, 1]. */
  public static double of(List<ScoredCaption> captions) {
    return captions.stream().mapToDouble(RougeL::of).sum() / captions.size();
  }

  /** Returns the score of one caption, in [0, 1]. */
  public static double of(ScoredCaption caption) {
    double precision = 0;
    double recall = 0;
    List<String> words = caption.words();
    for (List<String> reference : caption.references()) {
      double common = longestCommon(words, reference);
      precision = Math.max(precision, common / Math.max(1, words.size()));
      recall = Math.max(recall, common / Math.max(1, reference.size()));
    }
    return precision == 0 || recall == 0
        ? 0
        : (1 + BETA_SQUARED) * precision * recall / (recall + BETA_SQUARED * precision);
  }

  private static int longestCommon(List<String> a, List<String> b) {
    int[] row = new int[b.size() + 1];
    for (String word : a) {
      int diagonal = 0;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        row[j] = word.equals(b.get(j - 1)) ? diagonal + 1 : Math.max(row[j], row[j - 1]);
        diagonal = above;
      }
    }
    return row[b.size()];
  }
}
