package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.BatchVectors;
import dev.falcon.training.internal.framework.Decision;
import dev.falcon.training.internal.framework.LabelledPair;
import dev.falcon.training.internal.framework.Targets;
import java.util.List;

/**
 * An objective of contrast alone, for frameworks that match no pairs: every caption matches its own
 * image, and no other one.
 *
 * @param loss the contrastive loss
 */
record Unmatched(ContrastiveLoss loss) implements Objective, Decision {
  @Override
  public Targets targets(Step step) {
    return vectors -> this;
  }

  @Override
  public NDArray contrast(BatchVectors vectors) {
    return loss.of(vectors);
  }

  @Override
  public List<LabelledPair> pairs() {
    return List.of();
  }
}
