package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.BatchVectors;
import dev.falcon.training.internal.framework.Decision;
import dev.falcon.training.internal.framework.LabelledPair;
import dev.falcon.training.internal.framework.Targets;
import java.util.List;

/**
 * An objective that looks at nothing beside the batch and remembers nothing: every caption matches
 * its own image, and no other one.
 *
 * @param contrast the contrastive loss
 * @param negatives of matching
 */
public record InBatch(ContrastiveLoss contrast, NegativeSampling negatives) implements Objective {
  /** GRIT-VLP's, with its consistency term of this weight. */
  public static InBatch grit(float consistency, NegativeSampling negatives) {
    return new InBatch(vectors -> Contrastive.loss(vectors, consistency), negatives);
  }

  @Override
  public Targets targets(Step step) {
    return vectors -> new OwnPairs(contrast, negatives.pairs(vectors, step.number()));
  }

  private record OwnPairs(ContrastiveLoss loss, List<LabelledPair> pairs) implements Decision {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return loss.of(vectors);
    }
  }
}
