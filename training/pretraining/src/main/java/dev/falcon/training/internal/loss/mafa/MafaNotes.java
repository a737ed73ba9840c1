// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loss.mafa.ScoreBands.Band;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The metrics of a judge in a step, as fractions in [0, 1].
 *
 * @param captions the shares of the captions' hardest pairs by band
 * @param images the shares of the images' hardest pairs by band
 * @param matchShare the share of matching's pairs with label 1
 * @param precision the share of the converted pairs that truly match; null if nothing was
 *     converted, or the truth is unknown
 * @param recall the share of the truly matching hardest pairs that was converted; null if there was
 *     none, or the truth is unknown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MafaNotes(
    Shares captions, Shares images, double matchShare, Double precision, Double recall) {

  /** The shares of one direction's hardest pairs by band. */
  record Shares(double negative, double second, double match, double dropped) {
    private static Shares of(Map<Band, Integer> bands, int rows) {
      return new Shares(
          share(bands, Band.NEGATIVE, rows),
          share(bands, Band.SECOND, rows),
          share(bands, Band.MATCH, rows),
          share(bands, Band.DROPPED, rows));
    }

    private static double share(Map<Band, Integer> bands, Band band, int rows) {
      return bands.getOrDefault(band, 0) / (double) rows;
    }
  }

  /**
   * Computes the metrics.
   *
   * @param rows the members' numbers among all training pairs
   * @param truth the truth of the pairs; empty if it is unknown
   */
  static MafaNotes of(Connections found, Hardest hardest, int[] rows, Optional<Truth> truth) {
    Double precision = null;
    Double recall = null;
    if (truth.isPresent()) {
      int[] images = hardest.judgedImages();
      int[] captions = hardest.judgedCaptions();
      Set<Connections.Pair> converted = new HashSet<>(found.matches());
      int matches = 0;
      int right = 0;
      int conversions = 0;
      for (int i = 0; i < images.length; i++) {
        boolean match = truth.get().matches(rows[captions[i]], rows[images[i]]);
        boolean made = converted.contains(new Connections.Pair(images[i], captions[i]));
        matches += match ? 1 : 0;
        conversions += made ? 1 : 0;
        right += match && made ? 1 : 0;
      }
      precision = conversions == 0 ? null : right / (double) conversions;
      recall = matches == 0 ? null : right / (double) matches;
    }
    return new MafaNotes(
        Shares.of(found.captionsBands(), rows.length),
        Shares.of(found.imagesBands(), rows.length),
        found.matchShare(rows.length),
        precision,
        recall);
  }
}
