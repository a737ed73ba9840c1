// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.training.internal.input.Truth;
import java.util.Optional;

/**
 * The properties of the training pairs that constraints need: their truth, if it is known.
 *
 * @param truth the truth of the pairs; empty if it is unknown
 * @param rows the number of pairs
 */
public record TrainingFacts(Optional<Truth> truth, long rows) implements SampleFacts {
  @Override
  public String name() {
    return "the training data";
  }

  @Override
  public String key(long row) {
    return Long.toString(row);
  }

  @Override
  public Optional<Matches> matches() {
    return truth.map(known -> (caption, image) -> known.matches((int) caption, (int) image));
  }
}
