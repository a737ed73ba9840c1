// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.TruthMatrix;
import dev.falcon.eval.metric.Relevance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The matching pairs of a gallery, by what its images and what its captions were asked.
 *
 * @param source the source of the truth
 * @param ofImages the right captions of images
 * @param ofTexts the right images of captions
 * @param used the number of rows of a table that are pairs of the gallery; 0 if there is none
 * @param outside the number of right answers in the table that the gallery lacks
 * @param graded the pairs of the gallery with a grade, in the table's order
 */
public record GalleryTruth(
    String source,
    AskedPairs ofImages,
    AskedPairs ofTexts,
    long used,
    long outside,
    List<GradedPair> graded) {
  public GalleryTruth {
    graded = List.copyOf(graded);
  }

  /** Returns the truth of Scenes, which decides every pair exactly. */
  public static GalleryTruth ofScenes(SampleSource data, Gallery gallery) {
    Map<String, Scene> byKey = new HashMap<>();
    data.forEach(sample -> byKey.put(sample.key(), Scene.of(sample)), reject -> {});
    List<Scene> scenes = gallery.keys().stream().map(byKey::get).toList();
    List<Caption> captions = gallery.captions().stream().map(CaptionParser::parse).toList();
    TruthMatrix matrix = TruthMatrix.of(captions, scenes);
    Relevance relevance = (image, caption) -> matrix.matches(caption, image);
    return new GalleryTruth(
        "Scenes", AskedPairs.of(relevance), AskedPairs.of(relevance), 0, 0, List.of());
  }

  /** Returns whether every sample names its scene. */
  public static boolean isOfScenes(Sample sample) {
    return sample.metadata().containsKey("scene");
  }
}
