// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.eval.internal.search.AskedPairs;
import dev.falcon.eval.internal.search.Gallery;
import dev.falcon.eval.internal.search.Search;
import dev.falcon.eval.internal.vectors.CrossProducts;
import dev.falcon.eval.metric.Relevance;
import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Plausible-match R-precision (PMRP): images match if their sets of classes, such as the kinds of
 * objects that COCO lists, differ in at most 0, 1 or 2 classes, and a caption has its image's
 * classes. The three R-precisions are averaged. Images without classes are neither queries nor
 * candidates.
 */
final class PlausibleMatches {
  private static final int MOST_DIFFERENT = 2;

  private final Path file;
  private final Map<String, Integer> numbers = new HashMap<>(); // of classes
  private final Map<String, BitSet> classes = new HashMap<>(); // of images by name

  /**
   * Reads a table {@code image_key, classes}, of which the latter is a list of names.
   *
   * @throws FalconException if it cannot be read
   */
  PlausibleMatches(Path file) {
    this.file = file;
    try (TableReader table = TableReader.open(file)) {
      int key = table.column(ColumnType.UTF8, "image_key");
      int names = table.column(ColumnType.UTF8_LIST, "classes");
      while (table.next()) {
        BitSet own = classes.computeIfAbsent(table.getString(key), none -> new BitSet());
        table
            .getStrings(names)
            .forEach(name -> own.set(numbers.computeIfAbsent(name, none -> numbers.size())));
      }
    }
  }

  /**
   * Returns the metrics in percent, under ALBEF's names; NaN where no query has a match. A query
   * without a match is left out, and counted.
   *
   * @throws FalconException if the table names no image of the gallery
   */
  Scores of(Gallery gallery) {
    Map<Integer, BitSet> ofImage = new TreeMap<>();
    classes.forEach(
        (name, own) ->
            gallery
                .names()
                .image(name)
                .ifPresent(image -> ofImage.computeIfAbsent(image, none -> new BitSet()).or(own)));
    int[] with = ofImage.keySet().stream().mapToInt(image -> image).toArray();
    if (with.length == 0) {
      throw new FalconException(
          file
              + ": none of its images is of this dataset, whose keys are such as '"
              + gallery.keys().get(0)
              + "'");
    }
    Gallery known = gallery.only(with);
    List<BitSet> codes = List.copyOf(ofImage.values());
    Map<String, Double> scores = new LinkedHashMap<>();
    Scores counts = Scores.NONE.withCount("images", known.images());
    for (int most = 0; most <= MOST_DIFFERENT; most++) {
      int bound = most;
      Relevance relevance =
          (image, caption) ->
              differing(codes.get(image), codes.get(known.owner()[caption])) <= bound;
      Optional<AskedPairs> asked = Optional.of(AskedPairs.of(relevance));
      Search texts = Search.forTexts(known, asked, 0);
      Search images = Search.forImages(known, asked, 0);
      CrossProducts.forEach(known.imageVectors(), known.textVectors(), texts, images);
      Scores measured = Search.join(texts.measure(), images.measure());
      for (String side : List.of("txt", "img")) {
        String name = side + "_r_precision";
        double precision = measured.has(name) ? measured.get(name) : Double.NaN; // 0/0
        scores.merge(side + "_pmrp", precision / (MOST_DIFFERENT + 1), Double::sum);
        scores.put(name + "_" + most, precision);
      }
      if (most == 0) {
        counts =
            counts
                .withCount("txt_unmatched", known.images() - texts.judgedQueries())
                .withCount("img_unmatched", known.texts() - images.judgedQueries());
      }
    }
    return counts.and(Scores.of(scores));
  }

  private static int differing(BitSet one, BitSet other) {
    BitSet differing = (BitSet) one.clone();
    differing.xor(other);
    return differing.cardinality();
  }
}
