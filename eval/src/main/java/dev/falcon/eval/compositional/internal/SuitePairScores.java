// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.Reject;
import dev.falcon.eval.compositional.score.ItemShape;
import dev.falcon.eval.compositional.suite.SuiteItem;
import java.util.Arrays;
import java.util.List;

/**
 * The scores of a suite's pairs.
 *
 * @param pairs the pairs
 * @param scores the score of each pair // [pictures][texts]; null for a picture that is missing
 * @param rejects the pictures that are missing or cannot be used
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
public record SuitePairScores(SuitePairs pairs, float[][] scores, List<Reject> rejects) {
  public SuitePairScores {
    rejects = List.copyOf(rejects);
  }

  /** Returns whether all pictures of an item have scores. */
  public boolean has(SuiteItem item) {
    return item.pictures().stream().allMatch(picture -> scores[picture] != null);
  }

  /** Returns an item's scores, by the positions of its shape; NaN where nothing is asked. */
  public float[] of(SuiteItem item) {
    float[] own = new float[item.shape().cells().size()];
    Arrays.fill(own, Float.NaN);
    for (int cell = 0; cell < own.length; cell++) {
      if (item.shape().cells().get(cell) != ItemShape.Cell.NONE) {
        int picture = item.pictures().get(cell / item.texts().size());
        int text = item.texts().get(cell % item.texts().size());
        own[cell] = scores[picture][Arrays.binarySearch(pairs.texts()[picture], text)];
      }
    }
    return own;
  }
}
