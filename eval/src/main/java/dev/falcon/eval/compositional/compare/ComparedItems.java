// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.McNemar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Two models on a group of items, in percent and points.
 *
 * @param name the name of a subset, or of an average
 * @param items the number of items
 * @param images the number of distinct images
 * @param first the first model's share
 * @param second the second model's share
 * @param difference the second's share minus the first's
 * @param interval the difference's 95 % interval, by drawing images, or Student's over seeds; empty
 *     for fewer than two images, or if all seeds differ by the same
 * @param won the number of items that only the second has right, or has more of; of several seeds,
 *     their sum
 * @param lost likewise of the first
 * @param p McNemar's exact two-sided p, or Student's over seeds
 * @param midP the mid-p; NaN with several seeds
 * @param holmP p, corrected for the number of subsets; for all items, p
 * @param standardError the difference's standard error with images as clusters, or over seeds; NaN
 *     for fewer than two images
 * @param designEffect its square over that of independent items; NaN with several seeds
 * @param finding what can be said
 * @param bySeed the difference of each seed, if there are several
 */
@JsonPropertyOrder({
  "name",
  "items",
  "images",
  "first",
  "second",
  "difference",
  "interval",
  "won",
  "lost",
  "p",
  "midP",
  "holmP",
  "standardError",
  "designEffect",
  "finding",
  "bySeed"
})
public record ComparedItems(
    String name,
    int items,
    int images,
    double first,
    double second,
    double difference,
    Optional<Interval> interval,
    int won,
    int lost,
    double p,
    double midP,
    double holmP,
    double standardError,
    double designEffect,
    Finding finding,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> bySeed) {
  public ComparedItems {
    bySeed = List.copyOf(bySeed);
  }

  /** Returns the same with a corrected p of seeds. */
  ComparedItems corrected(double corrected) {
    return new ComparedItems(
        name,
        items,
        images,
        first,
        second,
        difference,
        interval,
        won,
        lost,
        p,
        midP,
        corrected,
        standardError,
        designEffect,
        finding == Finding.CANNOT_TELL ? finding : Finding.of(difference, corrected),
        bySeed);
  }

  private static final double SIGNIFICANT = 0.05;

  /** The finding on a group of items. */
  public enum Finding {
    /** The second is better, at the level of 5 %. */
    GAIN,
    /** The first is better. */
    LOSS,
    /** No difference is shown. */
    NOT_SHOWN,
    /** So few items differ that none could be shown, or all seeds differ by the same. */
    CANNOT_TELL;

    /** Returns the name in files. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the finding in words. */
    public String words() {
      return label().replace('_', ' ');
    }

    static Finding of(McNemar test, double corrected) {
      if (test.cannotTell()) {
        return CANNOT_TELL;
      }
      return of(test.won() - test.lost(), corrected);
    }

    static Finding of(double difference, double corrected) {
      if (corrected >= SIGNIFICANT) {
        return NOT_SHOWN;
      }
      return difference > 0 ? GAIN : LOSS;
    }
  }
}
