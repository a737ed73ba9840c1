// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Two models on the same items: a paired comparison, item by item. All numbers are in percent and
 * points; differences are the second model's share minus the first's.
 *
 * @param provenance Falcon's version and the tables
 * @param suite the suite's name; empty if the tables are not Falcon's
 * @param seeds the number of pairs of runs; with several, intervals and tests are over these
 * @param notes what is unusual about the runs
 * @param all all items
 * @param subsets each subset, if there are several
 * @param subsetMean the difference of the mean of the subsets' shares; NaN without subsets
 * @param subsetMeanInterval its 95 % interval
 * @param seen the items on images of the second model's training data; empty if these are not known
 * @param unseen all other items; empty likewise
 * @param captionSide the difference on the captions' side; empty if the tables do not say
 * @param imageSide the difference on the images' side; empty likewise
 * @param meanImage the difference of the share of taking the caption nearest to the mean image,
 *     which looks at no image; empty likewise
 */
@JsonPropertyOrder({
  "provenance",
  "suite",
  "seeds",
  "verdict",
  "notes",
  "all",
  "subsets",
  "subsetMean",
  "subsetMeanInterval",
  "seen",
  "unseen",
  "captionSide",
  "imageSide",
  "meanImage"
})
public record SuiteComparison(
    Provenance provenance,
    String suite,
    int seeds,
    List<String> notes,
    ComparedItems all,
    List<ComparedItems> subsets,
    double subsetMean,
    Optional<Interval> subsetMeanInterval,
    Optional<ComparedItems> seen,
    Optional<ComparedItems> unseen,
    Optional<Double> captionSide,
    Optional<Double> imageSide,
    Optional<Double> meanImage) {
  /** The name of the comparison over all items. */
  public static final String ROWS = "rows";

  /** The name of the mean of subsets. */
  public static final String SUBSETS = "subsets";

  public SuiteComparison {
    notes = List.copyOf(notes);
    subsets = List.copyOf(subsets);
  }

  /** Returns the finding in a sentence. */
  @JsonProperty
  public String verdict() {
    List<String> parts = new ArrayList<>();
    parts.add(
        String.format(
            Locale.ROOT,
            "%s: %+.2f points over all items%s (won %,d, lost %,d, p %.2g)",
            all.finding().words(),
            all.difference(),
            seeds > 1 ? " and " + seeds + " seeds" : "",
            all.won(),
            all.lost(),
            all.p()));
    if (!subsets.isEmpty()) {
      parts.add("of " + subsets.size() + " subsets, " + counts());
    }
    if (imageSide.isPresent() && captionSide.isPresent()) {
      double captions = captionSide.get();
      double images = imageSide.get();
      parts.add(
          String.format(
              Locale.ROOT,
              "the caption side %+.2f, the image side %+.2f%s",
              captions,
              images,
              all.difference() > 0 && captions > Math.max(0, 2 * images)
                  ? ": the gain is mostly in texts"
                  : ""));
    }
    meanImage.ifPresent(
        difference ->
            parts.add(
                String.format(Locale.ROOT, "without looking at the image %+.2f", difference)));
    return String.join("; ", parts);
  }

  private String counts() {
    List<String> counts = new ArrayList<>();
    for (ComparedItems.Finding finding : ComparedItems.Finding.values()) {
      long count = subsets.stream().filter(subset -> subset.finding() == finding).count();
      if (count > 0) {
        counts.add(finding.words() + " in " + count);
      }
    }
    return String.join(", ", counts);
  }
}
