package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.framework.decision.BatchVectors;
import dev.falcon.training.internal.framework.decision.Decision;
import dev.falcon.training.internal.framework.decision.LabelledPair;
import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.loss.contrast.InfoNce;
import dev.falcon.training.internal.loss.negative.NegativeSampling;
import dev.falcon.training.internal.loss.similarity.BatchSimilarities;
import java.util.List;
import java.util.Optional;

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
    return new InBatch(new Grit(consistency), negatives);
  }

  private record Grit(float consistency) implements ContrastiveLoss {
    @Override
    public NDArray of(BatchVectors vectors) {
      return Contrastive.loss(vectors, consistency);
    }

    /** Of the hard targets; the consistency term is a small part of the loss. */
    @Override
    public Optional<NDArray> push(BatchVectors vectors) {
      return Optional.of(new InfoNce().push(BatchSimilarities.of(vectors)));
    }
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

    @Override
    public Optional<NDArray> push(BatchVectors vectors) {
      return loss.push(vectors);
    }
  }
}
