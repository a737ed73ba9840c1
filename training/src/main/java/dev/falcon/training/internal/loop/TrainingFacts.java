package dev.falcon.training.internal.loop;

import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.training.internal.input.Truth;
import java.util.Optional;

/**
 * Properties of the training pairs for constraints: their truth, where it is known.
 *
 * @param truth empty where it is unknown
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
