// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.RequestException;
import java.util.OptionalDouble;

/**
 * How labelled pairs are read, and into how many folds a gallery is cut.
 *
 * @param listedOnly whether only queries with a listed right answer are judged, and own pairs match
 *     only if listed; always so if the file says whose question a row answers, or is one of ECCV
 *     Caption or Crisscrossed Captions
 * @param leastGrade the lowest grade of a right answer, if the file has grades; by default 3 of
 *     Crisscrossed Captions' grades, and 1 of others
 * @param folds the number of parts of the gallery whose recalls are averaged; 1 for none
 */
public record TruthReading(boolean listedOnly, OptionalDouble leastGrade, int folds) {
  /** Every query is judged by the usual grade, and there are no folds. */
  public static final TruthReading USUAL = new TruthReading(false, OptionalDouble.empty(), 1);

  public TruthReading {
    if (folds < 1) {
      throw new RequestException("the folds must be at least 1; is " + folds);
    }
    if (!Double.isFinite(leastGrade.orElse(0))) {
      throw new RequestException(
          "the least grade must be a number; is " + leastGrade.getAsDouble());
    }
  }
}
