// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.Truth;
import java.util.List;

/**
 * The false negatives of a batch, that is, the true matches among its negatives, as fractions in
 * [0, 1].
 *
 * @param batch the fraction of all ordered pairs of different members
 * @param next the fraction of the pairs of a member and the one chosen after it, in both directions
 * @param matching the fraction of the negatives of matching, 0 if it had only matches; null if
 *     there is no matching
 * @param push the fraction of contrast's push from image to caption that falls on false negatives;
 *     null if it is unknown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FalseNegatives(double batch, double next, Double matching, Double push) {
  /**
   * Counts the false negatives of a batch.
   *
   * @param rows the members' numbers among all training pairs
   * @param judged the pairs of matching
   * @param push the contrastive gradient on every pair, one row per image [rows x rows]; null if it
   *     is unknown
   */
  public static FalseNegatives of(
      Truth truth, int[] rows, List<LabelledPair> judged, float[] push) {
    int size = rows.length;
    int all = 0;
    int next = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (i != j && truth.matches(rows[i], rows[j])) {
          all++;
          next += Math.abs(i - j) == 1 ? 1 : 0;
        }
      }
    }
    int negatives = 0;
    int matching = 0;
    for (LabelledPair pair : judged) {
      if (!pair.match()) {
        negatives++;
        matching += truth.matches(rows[pair.caption()], rows[pair.image()]) ? 1 : 0;
      }
    }
    return new FalseNegatives(
        all / (double) (size * (size - 1)),
        next / (2.0 * (size - 1)),
        judged.isEmpty() ? null : matching / (double) Math.max(1, negatives),
        push == null ? null : pushed(truth, rows, push));
  }

  private static double pushed(Truth truth, int[] rows, float[] push) {
    double all = 0;
    double onMatches = 0;
    for (int image = 0; image < rows.length; image++) {
      for (int caption = 0; caption < rows.length; caption++) {
        double strength = push[image * rows.length + caption];
        all += strength;
        if (image != caption && truth.matches(rows[caption], rows[image])) {
          onMatches += strength;
        }
      }
    }
    return all == 0 ? 0 : onMatches / all;
  }
}
