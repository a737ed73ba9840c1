// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.RequestException;

/**
 * How a table of labelled pairs is read, and into how many folds a gallery is cut.
 *
 * @param listedOnly whether only queries with a listed right answer are judged, and own pairs match
 *     only if listed; always so if the table says whose question a row answers
 * @param leastGrade the lowest grade of a right answer, if the table has grades
 * @param folds the number of parts of the gallery whose recalls are averaged; 1 for none
 */
public record TruthReading(boolean listedOnly, double leastGrade, int folds) {
  /** Every query is judged, a grade of 1 is right, and there are no folds. */
  public static final TruthReading USUAL = new TruthReading(false, 1, 1);

  public TruthReading {
    if (folds < 1) {
      throw new RequestException("the folds must be at least 1; is " + folds);
    }
  }
}
