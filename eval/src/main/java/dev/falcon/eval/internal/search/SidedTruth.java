// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.data.FalconException;
import dev.falcon.eval.internal.vectors.DotProducts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Finds the pairs of a truth in a gallery. A pair that is not listed does not match. If all queries
 * are judged, an image's own captions match unless the truth says otherwise; if only the listed
 * ones are, they match only if listed.
 */
public final class SidedTruth {
  private final TruthFile truth;
  private final double leastGrade;
  private final Gallery gallery;
  private final List<BitSet> ofImages = new ArrayList<>(); // captions of each image
  private final List<BitSet> ofTexts = new ArrayList<>(); // images of each caption
  private final List<Map<Integer, Double>> gradesOfImages = new ArrayList<>();
  private final List<Map<Integer, Double>> gradesOfTexts = new ArrayList<>();
  private final List<GradedPair> graded = new ArrayList<>();
  private final Set<String> absentImages = new HashSet<>(); // that are asked about
  private final Set<String> absentTexts = new HashSet<>();
  private final int[] outsideOfImages;
  private final int[] outsideOfTexts;
  private long rows;
  private long used;
  private long ownPairs; // among those used
  private long outside;

  private SidedTruth(TruthFile truth, double leastGrade, Gallery gallery) {
    this.truth = truth;
    this.leastGrade = leastGrade;
    this.gallery = gallery;
    outsideOfImages = new int[gallery.images()];
    outsideOfTexts = new int[gallery.texts()];
    for (int image = 0; image < gallery.images(); image++) {
      ofImages.add(new BitSet());
      gradesOfImages.add(new HashMap<>());
    }
    for (int text = 0; text < gallery.texts(); text++) {
      ofTexts.add(new BitSet());
      gradesOfTexts.add(new HashMap<>());
    }
  }

  /**
   * Reads a truth.
   *
   * @param listedOnly whether only queries with a listed right answer are judged, as is always so
   *     if the truth says which were asked
   * @param leastGrade the lowest grade of a right answer; empty for the usual one
   * @throws FalconException if it cannot be read, or none of its pairs is of the gallery
   */
  public static GalleryTruth of(
      TruthFile truth, boolean listedOnly, OptionalDouble leastGrade, Gallery gallery) {
    double least = truth.hasGrades() ? leastGrade.orElse(truth.usualGrade()) : 1;
    SidedTruth listed = new SidedTruth(truth, least, gallery);
    if (!listedOnly && !truth.listsQueries()) {
      listed.addOwn();
    }
    truth.forEach(truth.onlyGrades() ? listed::compare : listed::add);
    listed.requireSame();
    return new GalleryTruth(
        truth.file().getFileName().toString(),
        new AskedPairs(
            (image, caption) -> listed.ofImages.get(image).get(caption),
            image -> listed.outsideOfImages[image],
            listed.gradesOfImages::get),
        new AskedPairs(
            (image, caption) -> listed.ofTexts.get(caption).get(image),
            caption -> listed.outsideOfTexts[caption],
            listed.gradesOfTexts::get),
        new GalleryTruth.Rows(
            listed.used,
            listed.outside,
            listed.absentImages.size(),
            listed.absentTexts.size(),
            Optional.of(least).filter(grade -> truth.hasGrades() && !truth.onlyGrades())),
        listed.graded);
  }

  private void addOwn() {
    for (int text = 0; text < gallery.texts(); text++) {
      ofImages.get(gallery.owner()[text]).set(text);
      ofTexts.get(text).set(gallery.owner()[text]);
    }
  }

  private void requireSame() {
    if (rows == 0) {
      throw new FalconException(truth.file() + ": has no pair");
    }
    if (used == 0) {
      throw new FalconException(
          truth.file()
              + ": no pair is of this dataset; its keys are such as '"
              + gallery.keys().get(0)
              + "' and '"
              + gallery.textKeys().get(0)
              + (truth.isOfCoco() ? ids() : "'"));
    }
    if (ownPairs == 0 && truth.isOfCoco() && !truth.onlyGrades()) {
      throw new FalconException(
          truth.file()
              + ": none of its pairs that this dataset has ("
              + used
              + ") is an image with its own caption; is it of another dataset?");
    }
  }

  private String ids() {
    return gallery
        .names()
        .anyTextId()
        .map(id -> "', its captions' ids such as '" + id + "'")
        .orElse(
            "', and its captions have no ids, which COCO's captions file and Karpathy's splits give");
  }

  /** Adds a pair of two captions or of two images. */
  private void compare(TruthFile.Row row) {
    boolean images = truth.isOfImages();
    Optional<Integer> first = images ? image(row.first()) : text(row.first());
    Optional<Integer> second = images ? image(row.second()) : text(row.second());
    float[][] vectors = images ? gallery.imageVectors() : gallery.textVectors();
    rows++;
    if (first.isPresent() && second.isPresent()) {
      used++;
      float cosine = DotProducts.of(vectors[first.get()], vectors[second.get()]);
      graded.add(new GradedPair(first.get(), cosine, row.grade()));
    }
  }

  private Optional<Integer> image(String name) {
    return gallery.names().image(name);
  }

  private Optional<Integer> text(String name) {
    return gallery.names().text(name);
  }

  /** Adds a pair of an image and a caption. */
  private void add(TruthFile.Row row) {
    Optional<Integer> image = image(row.first());
    Optional<Integer> text = text(row.second());
    boolean right = row.grade() >= leastGrade;
    rows++;
    if (truth.hasGrades()) {
      addGrade(image, text, row);
    }
    if (image.isPresent() && text.isPresent()) {
      used++;
      ownPairs += gallery.owner()[text.get()] == image.get() ? 1 : 0;
    }
    if (row.side() != TruthFile.Side.TEXT) {
      outside +=
          addAnswer(image, text, right, ofImages, outsideOfImages, absentImages, row.first());
    }
    if (row.side() != TruthFile.Side.IMAGE) {
      outside += addAnswer(text, image, right, ofTexts, outsideOfTexts, absentTexts, row.second());
    }
  }

  /** Adds an answer to a query; returns the number of right answers that the gallery lacks. */
  private static int addAnswer(
      Optional<Integer> query,
      Optional<Integer> answer,
      boolean right,
      List<BitSet> answers,
      int[] outsideOf,
      Set<String> absent,
      String name) {
    if (query.isPresent() && answer.isPresent()) {
      answers.get(query.get()).set(answer.get(), right);
      return 0;
    }
    if (query.isPresent() && right) {
      outsideOf[query.get()]++;
      return 1;
    }
    if (right) {
      absent.add(name);
    }
    return 0;
  }

  private void addGrade(Optional<Integer> image, Optional<Integer> text, TruthFile.Row row) {
    if (image.isPresent() && row.side() != TruthFile.Side.TEXT) {
      Map<Integer, Double> own = gradesOfImages.get(image.get());
      own.put(text.orElse(-1 - own.size()), row.grade());
    }
    if (text.isPresent() && row.side() != TruthFile.Side.IMAGE) {
      Map<Integer, Double> own = gradesOfTexts.get(text.get());
      own.put(image.orElse(-1 - own.size()), row.grade());
    }
    if (image.isPresent() && text.isPresent()) {
      float cosine =
          DotProducts.of(gallery.imageVectors()[image.get()], gallery.textVectors()[text.get()]);
      graded.add(new GradedPair(text.get(), cosine, row.grade()));
    }
  }
}
