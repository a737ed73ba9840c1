package dev.falcon.training.internal.loss;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.config.method.LossConfig;
import dev.falcon.training.config.method.ObjectiveConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.contrast.CyClip;
import dev.falcon.training.internal.loss.contrast.Debiased;
import dev.falcon.training.internal.loss.contrast.HnNce;
import dev.falcon.training.internal.loss.contrast.SoftTargets;
import dev.falcon.training.internal.loss.mafa.Mafa;
import dev.falcon.training.internal.loss.momentum.Momentum;
import dev.falcon.training.internal.loss.negative.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.loss.objective.Following;
import dev.falcon.training.internal.loss.objective.Guided;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Unmatched;
import dev.falcon.training.internal.loss.similarity.Belief;
import dev.falcon.training.internal.loss.similarity.Contrast;
import java.nio.file.Path;
import java.util.Optional;

/** The objectives by their configuration. */
public final class Objectives {
  private Objectives() {}

  /** The objective that a run asks for. */
  public static Objective of(Materials materials) {
    ObjectiveConfig settings = materials.config().objective();
    LossConfig loss = settings.loss();
    NegativeSampling negatives = materials.negatives();
    if (loss.queues()) {
      return new Momentum(
          materials.torch(),
          materials.framework(),
          settings.momentum(),
          negatives,
          materials.epochSteps(),
          materials.first(),
          materials.framework().vectors().width(),
          loss instanceof LossConfig.ImageIds
              ? Optional.of(materials.data().train()::image)
              : Optional.empty());
    }
    if (loss instanceof LossConfig.Mafa mafa) {
      return new Mafa(mafa, MafaJudges.of(mafa, materials), materials.data().trainTruth());
    }
    if (loss instanceof LossConfig.HnNce hard) {
      return within(new HnNce(hard.alpha(), hard.beta()), negatives);
    }
    if (loss instanceof LossConfig.Debiased debiased) {
      return within(new Debiased(debiased.prior(), 0), negatives);
    }
    if (loss instanceof LossConfig.Hcl hcl) {
      return within(new Debiased(hcl.prior(), hcl.beta()), negatives);
    }
    if (loss instanceof LossConfig.CyClip cyclip) {
      return within(new CyClip(cyclip.withinModality(), cyclip.acrossModalities()), negatives);
    }
    if (loss instanceof LossConfig.Soft soft) {
      return soft(soft, materials);
    }
    if (loss instanceof LossConfig.Srcl srcl) {
      return Guided.srcl(srcl, materials);
    }
    if (loss instanceof LossConfig.Gist gist) {
      return Guided.gist(gist, materials);
    }
    if (loss instanceof LossConfig.Fff fff) {
      return fff.guide().equals(LossConfig.Fff.LEARNER)
          ? new InBatch(ContrastiveLoss.ofLearner(fff), negatives)
          : Guided.fff(fff, materials);
    }
    if (loss instanceof LossConfig.Softmax) {
      return new Unmatched(Contrastive::softmax);
    }
    if (loss instanceof LossConfig.Sigmoid) {
      return new Unmatched(Contrastive::sigmoid);
    }
    return InBatch.grit(settings.consistency(), negatives);
  }

  private static InBatch within(Contrast contrast, NegativeSampling negatives) {
    return new InBatch(ContrastiveLoss.of(contrast), negatives);
  }

  private static Objective soft(LossConfig.Soft soft, Materials materials) {
    NegativeSampling negatives = materials.negatives();
    return switch (soft.belief()) {
      case OTHER_DIRECTION ->
          within(new SoftTargets(soft.weight(), Belief.otherDirection()), negatives);
      case UNIFORM -> within(new SoftTargets(soft.weight(), Belief.uniform()), negatives);
      case WITHIN_MODALITY ->
          within(new SoftTargets(soft.weight(), Belief.withinModality()), negatives);
      case MOMENTUM ->
          new Following(
              materials.torch(),
              materials.framework(),
              materials.first(),
              materials.config().objective().momentum().decay(),
              soft.weight(),
              negatives);
    };
  }

  /**
   * Checks that what an objective looks at beside the batch is there and fits the run.
   *
   * @throws RequestException if it does not
   */
  public static void requirePossible(TrainConfig config, TrainingData data) {
    LossConfig loss = config.objective().loss();
    if (loss instanceof LossConfig.Mafa mafa) {
      MafaJudges.requirePossible(mafa, config, data);
    } else if (loss instanceof LossConfig.Srcl srcl) {
      Guided.requireSameData(srcl, config, data);
    } else if (loss instanceof LossConfig.Gist gist) {
      FrozenNetwork.findComparing(Guided.GUIDE, Path.of(gist.guide()), config, data);
    } else if (loss instanceof LossConfig.Fff fff && !fff.guide().equals(LossConfig.Fff.LEARNER)) {
      FrozenNetwork.findComparing(Guided.GUIDE, Path.of(fff.guide()), config, data);
    }
  }
}
