// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recall at 1, 5 and 10 between images and their captions. An image may have any number of
 * captions. A query is a hit at k if at least one of its right answers is among its k best.
 *
 * @param texts the retrieval of captions by images, with every query decided
 * @param images the retrieval of images by captions, with every query decided
 */
public record RetrievalHits(HitScan texts, HitScan images) {
  /** Returns the numbers of queries of both directions that are near a tie. */
  public TieBudget tieBudget() {
    TieBudget.Builder margins = new TieBudget.Builder();
    images.margins(margins);
    texts.margins(margins);
    return margins.build();
  }

  /** Returns the recalls in both directions, and the mean of the two recalls at 1. */
  public Scores metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int depth : new int[] {1, 5, 10}) {
      metrics.put("image_retrieval_recall@" + depth, images.recall(depth));
      metrics.put("text_retrieval_recall@" + depth, texts.recall(depth));
    }
    metrics.put("mean_recall@1", 0.5 * (texts.recall(1) + images.recall(1)));
    return Scores.of(metrics);
  }
}
