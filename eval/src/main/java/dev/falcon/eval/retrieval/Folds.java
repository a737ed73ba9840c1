// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.FalconException;
import dev.falcon.eval.internal.search.Gallery;
import dev.falcon.eval.internal.search.Search;
import dev.falcon.eval.internal.vectors.CrossProducts;
import dev.falcon.eval.metric.Scores;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Recall in parts of a gallery, such as COCO's five parts of 1,000 images: each part, of
 * consecutive images with their captions, is a gallery of its own, and the recalls are averaged.
 */
final class Folds {
  private Folds() {}

  /**
   * Returns the recalls.
   *
   * @throws FalconException if the parts cannot have equal numbers of images
   */
  static Scores of(Gallery gallery, int folds) {
    if (gallery.images() % folds != 0) {
      throw new FalconException(
          "the "
              + gallery.images()
              + " images cannot be cut into "
              + folds
              + " folds of equally many");
    }
    int size = gallery.images() / folds;
    Map<String, Double> means = new LinkedHashMap<>();
    for (int fold = 0; fold < folds; fold++) {
      Gallery part = gallery.part(fold * size, (fold + 1) * size);
      Search texts = Search.forTexts(part, Optional.empty(), 0);
      Search images = Search.forImages(part, Optional.empty(), 0);
      CrossProducts.forEach(part.imageVectors(), part.textVectors(), texts, images);
      Scores scores = Search.join(texts.measure(), images.measure());
      scores
          .values()
          .keySet()
          .forEach(name -> means.merge(name, scores.get(name) / folds, Double::sum));
    }
    return Scores.of(means);
  }
}
