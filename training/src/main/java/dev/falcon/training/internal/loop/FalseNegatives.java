package dev.falcon.training.internal.loop;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loss.Negatives;

/**
 * How many of a batch's negatives are truly matches, as fractions.
 *
 * @param batch of all ordered pairs of different members
 * @param next of each member and the one chosen after it, in both directions
 * @param matching of the negatives that image-text matching was given
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FalseNegatives(double batch, double next, double matching) {
  static FalseNegatives of(Truth truth, int[] rows, Negatives negatives) {
    int size = rows.length;
    int all = 0;
    int next = 0;
    int matching = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (i != j && truth.matches(rows[i], rows[j])) {
          all++;
          next += Math.abs(i - j) == 1 ? 1 : 0;
        }
      }
      matching += truth.matches(rows[negatives.texts()[i]], rows[i]) ? 1 : 0;
      matching += truth.matches(rows[i], rows[negatives.images()[i]]) ? 1 : 0;
    }
    return new FalseNegatives(
        all / (double) (size * (size - 1)), next / (2.0 * (size - 1)), matching / (2.0 * size));
  }
}
