package dev.falcon.training.internal.loop;

import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.training.internal.input.Truth;

/**
 * What constraints may know of the pairs that are trained on: their truth, where the world is made.
 *
 * @param truth null where it is not known
 */
public record TrainingFacts(Truth truth, long rows) implements SampleFacts {
  @Override
  public String name() {
    return "the training data";
  }

  @Override
  public String key(long row) {
    return Long.toString(row);
  }

  @Override
  public boolean hasTruth() {
    return truth != null;
  }

  @Override
  public boolean matches(long captionRow, long imageRow) {
    return truth.matches((int) captionRow, (int) imageRow);
  }
}
