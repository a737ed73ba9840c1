package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.decision.BatchVectors;
import dev.falcon.training.internal.framework.decision.Decision;
import dev.falcon.training.internal.framework.decision.LabelledPair;
import dev.falcon.training.internal.framework.decision.Targets;
import java.util.List;

/**
 * An objective of contrast alone, for frameworks that match no pairs: every caption matches its own
 * image, and no other one.
 *
 * @param loss the contrastive loss
 */
public record Unmatched(ContrastiveLoss loss) implements Objective, Decision {
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
