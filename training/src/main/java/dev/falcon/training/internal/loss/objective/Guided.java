package dev.falcon.training.internal.loss.objective;

import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.config.method.LossConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.contrast.GuidedMask;
import dev.falcon.training.internal.loss.contrast.ManyPositives;
import dev.falcon.training.internal.loss.contrast.Srcl;
import dev.falcon.training.internal.loss.negative.NegativeSampling;
import dev.falcon.training.internal.loss.similarity.Contrast;
import dev.falcon.training.internal.store.Checkpoint;
import java.nio.file.Path;

/**
 * An objective whose contrast looks at the cosines that a frozen network sees in the batch.
 *
 * @param network the frozen one
 * @param contrast made anew for every step
 * @param negatives of matching
 */
public record Guided(FrozenNetwork network, Maker contrast, NegativeSampling negatives)
    implements Objective {
  /** The key of GIST's and FFF's guide. */
  public static final String GUIDE = "objective.loss.guide";

  private static final String ESTIMATE = "objective.loss.estimate";

  /** Makes a contrastive loss of what the frozen network sees. */
  @FunctionalInterface
  interface Maker {
    /**
     * The loss of one step.
     *
     * @param cosines of the frozen network
     * @param step counted from 0 over the run
     */
    Contrast of(FrozenNetwork.Cosines cosines, long step);
  }

  /** SRCL's, with the estimate of a network that was trained on the same data. */
  public static Guided srcl(LossConfig.Srcl settings, Materials materials) {
    return new Guided(
        materials.frozen(ESTIMATE, settings.estimate()),
        (cosines, step) -> {
          float come = progress(step, materials.steps());
          float mixing = settings.mixing() + come * (settings.mixingAtEnd() - settings.mixing());
          return new Srcl(cosines.across(), mixing, settings.sharpness());
        },
        materials.negatives());
  }

  /**
   * Checks that SRCL's estimate was trained on the data of the run.
   *
   * @throws RequestException if not
   */
  public static void requireSameData(
      LossConfig.Srcl settings, TrainConfig config, TrainingData data) {
    Checkpoint found =
        FrozenNetwork.findComparing(ESTIMATE, Path.of(settings.estimate()), config, data);
    boolean same = found.data().equals(data.identity());
    if (!same || !found.config().data().scenes().equals(config.data().scenes())) {
      throw new RequestException(
          ESTIMATE
              + ": "
              + found.file()
              + " was trained on other pairs than this run's; SRCL's estimate is of the same data");
    }
  }

  /** GIST's. */
  public static Guided gist(LossConfig.Gist settings, Materials materials) {
    PositiveMargin margin =
        new PositiveMargin(settings.absoluteMargin(), settings.relativeMargin());
    return new Guided(
        materials.frozen(GUIDE, settings.guide()),
        (cosines, step) -> new GuidedMask(cosines.across(), margin),
        materials.negatives());
  }

  /** FFF's, with positives that a frozen network finds. */
  public static Guided fff(LossConfig.Fff settings, Materials materials) {
    ManyPositives.Rule rule =
        new ManyPositives.Rule(
            settings.across(), settings.images(), settings.texts(), settings.lower());
    return new Guided(
        materials.frozen(GUIDE, settings.guide()),
        (cosines, step) ->
            new ManyPositives(
                rule.positives(cosines.across(), cosines.images(), cosines.texts()),
                settings.bias()),
        materials.negatives());
  }

  @Override
  public String identity() {
    return network.identity();
  }

  @Override
  public Targets targets(Step step) {
    FrozenNetwork.Cosines cosines = network.cosines(step.batch());
    Contrast made = contrast.of(cosines, step.number());
    return new InBatch(ContrastiveLoss.of(made), negatives).targets(step);
  }

  /** How far a run has come, from 0 in the first step to 1 in the last. */
  static float progress(long step, long steps) {
    return steps < 2 ? 0 : Math.min(1, step / (float) (steps - 1));
  }
}
