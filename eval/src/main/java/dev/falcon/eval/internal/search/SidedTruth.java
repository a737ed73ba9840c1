// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads a table of labelled pairs {@code image_key, text_key} with {@code match} or {@code grade}
 * and perhaps {@code side}, which says whose question a row answers: {@code image} or {@code text}.
 * A pair that is not listed does not match. If all queries are judged, an image's own captions
 * match unless the table says otherwise; if only the listed ones are, they match only if listed.
 */
public final class SidedTruth {
  private final Path file;
  private final boolean listedOnly;
  private final double leastGrade;
  private final Gallery gallery;
  private final Map<String, Integer> captions = new HashMap<>();
  private final List<BitSet> ofImages = new ArrayList<>(); // captions of each image
  private final List<BitSet> ofTexts = new ArrayList<>(); // images of each caption
  private final List<Map<Integer, Double>> gradesOfImages = new ArrayList<>();
  private final List<Map<Integer, Double>> gradesOfTexts = new ArrayList<>();
  private final List<GradedPair> graded = new ArrayList<>();
  private final int[] outsideOfImages;
  private final int[] outsideOfTexts;
  private long used;
  private long outside;

  private SidedTruth(Path file, boolean listedOnly, double leastGrade, Gallery gallery) {
    this.file = file;
    this.listedOnly = listedOnly;
    this.leastGrade = leastGrade;
    this.gallery = gallery;
    outsideOfImages = new int[gallery.images()];
    outsideOfTexts = new int[gallery.texts()];
    for (int image = 0; image < gallery.images(); image++) {
      ofImages.add(new BitSet());
      gradesOfImages.add(new HashMap<>());
    }
    for (int text = 0; text < gallery.texts(); text++) {
      captions.put(gallery.textKeys().get(text), text);
      ofTexts.add(new BitSet());
      gradesOfTexts.add(new HashMap<>());
    }
  }

  /**
   * Reads a table.
   *
   * @param listedOnly whether only queries with a listed right answer are judged
   * @param leastGrade the lowest grade of a right answer, if the table has grades
   * @throws FalconException if it cannot be read, or none of its pairs is of the gallery
   */
  public static GalleryTruth of(Path file, boolean listedOnly, double leastGrade, Gallery gallery) {
    SidedTruth listed = new SidedTruth(file, listedOnly, leastGrade, gallery);
    listed.read();
    return new GalleryTruth(
        file.getFileName().toString(),
        new AskedPairs(
            (image, caption) -> listed.ofImages.get(image).get(caption),
            image -> listed.outsideOfImages[image],
            listed.gradesOfImages::get),
        new AskedPairs(
            (image, caption) -> listed.ofTexts.get(caption).get(image),
            caption -> listed.outsideOfTexts[caption],
            listed.gradesOfTexts::get),
        listed.used,
        listed.outside,
        listed.graded);
  }

  private void read() {
    try (TableReader table = TableReader.open(file)) {
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      OptionalInt grade = table.findColumn(ColumnType.FLOAT64, "grade");
      int match = grade.isPresent() ? -1 : table.column(ColumnType.BOOL, "match");
      OptionalInt side = table.findColumn(ColumnType.UTF8, "side");
      if (!listedOnly && side.isEmpty()) {
        addOwn();
      }
      while (table.next()) {
        double value =
            grade.isPresent()
                ? table.getDouble(grade.getAsInt())
                : table.getBoolean(match) ? leastGrade : Double.NaN;
        Optional<String> asked =
            side.isPresent() ? table.findString(side.getAsInt()) : Optional.empty();
        add(
            table.getString(imageKey),
            table.getString(textKey),
            value,
            asked.orElse(""),
            grade.isPresent());
      }
    }
    if (used == 0) {
      throw new FalconException(
          file
              + ": no pair is of this dataset; its keys are such as '"
              + gallery.keys().get(0)
              + "' and '"
              + gallery.textKeys().get(0)
              + "'");
    }
  }

  private void addOwn() {
    for (int text = 0; text < gallery.texts(); text++) {
      ofImages.get(gallery.owner()[text]).set(text);
      ofTexts.get(text).set(gallery.owner()[text]);
    }
  }

  /**
   * Adds a row.
   *
   * @param grade the grade; NaN for a pair that does not match
   */
  private void add(String imageKey, String textKey, double grade, String side, boolean hasGrades) {
    if (!List.of("", "image", "text").contains(side)) {
      throw new RequestException(file + ": the side must be image or text; it is '" + side + "'");
    }
    Optional<Integer> image = Optional.ofNullable(gallery.imageOf().get(imageKey));
    Optional<Integer> text = Optional.ofNullable(captions.get(textKey));
    boolean right = grade >= leastGrade;
    if (hasGrades) {
      addGrade(image, text, grade, side);
    }
    used += image.isPresent() && text.isPresent() ? 1 : 0;
    if (image.isPresent() && !side.equals("text")) {
      text.ifPresent(caption -> ofImages.get(image.get()).set(caption, right));
      if (text.isEmpty() && right) {
        outsideOfImages[image.get()]++;
        outside++;
      }
    }
    if (text.isPresent() && !side.equals("image")) {
      image.ifPresent(picture -> ofTexts.get(text.get()).set(picture, right));
      if (image.isEmpty() && right) {
        outsideOfTexts[text.get()]++;
        outside++;
      }
    }
  }

  private void addGrade(
      Optional<Integer> image, Optional<Integer> text, double grade, String side) {
    if (image.isPresent() && !side.equals("text")) {
      Map<Integer, Double> own = gradesOfImages.get(image.get());
      own.put(text.orElse(-1 - own.size()), grade);
    }
    if (text.isPresent() && !side.equals("image")) {
      Map<Integer, Double> own = gradesOfTexts.get(text.get());
      own.put(image.orElse(-1 - own.size()), grade);
    }
    if (image.isPresent() && text.isPresent()) {
      graded.add(new GradedPair(image.get(), text.get(), grade));
    }
  }
}
