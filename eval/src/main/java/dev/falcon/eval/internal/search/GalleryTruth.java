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
import java.util.Optional;

/**
 * The matching pairs of a gallery, by what its images and what its captions were asked.
 *
 * @param source the source of the truth
 * @param ofImages the right captions of images
 * @param ofTexts the right images of captions
 * @param rows what became of the rows of a file
 * @param graded the pairs of the gallery with a grade, in the table's order
 */
public record GalleryTruth(
    String source, AskedPairs ofImages, AskedPairs ofTexts, Rows rows, List<GradedPair> graded) {
  /**
   * The rows of a file.
   *
   * @param used the number of pairs of the gallery
   * @param outside the number of right answers of the gallery's queries that the gallery lacks
   * @param absentImages the number of images with a right answer that the gallery lacks
   * @param absentTexts the number of such captions
   * @param leastGrade the lowest grade of a right answer; empty without grades
   */
  public record Rows(
      long used, long outside, int absentImages, int absentTexts, Optional<Double> leastGrade) {
    static final Rows NONE = new Rows(0, 0, 0, 0, Optional.empty());
  }

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
        "Scenes", AskedPairs.of(relevance), AskedPairs.of(relevance), Rows.NONE, List.of());
  }

  /** Returns whether every sample names its scene. */
  public static boolean isOfScenes(Sample sample) {
    return sample.metadata().containsKey("scene");
  }
}
