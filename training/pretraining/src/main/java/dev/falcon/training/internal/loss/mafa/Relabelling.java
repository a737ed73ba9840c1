// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.ExtraSequence;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.tensor.Torch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * MAFA's objective (Byun et al., CVPR 2024): a frozen judge scores every row's hardest negative,
 * and those that it accepts become matches in contrast, matching and generation. The targets of
 * contrast are smoothed from a given epoch on (S-ITC). It works with any batches; MAFA itself uses
 * those of GRIT-VLP.
 */
final class Relabelling implements Objective {
  private final PairJudge judge;
  private final ScoreBands bands;
  private final float smoothing;
  private final int smoothedFrom;
  private final Optional<Truth> truth;

  /**
   * @param smoothing the smoothing of contrast's targets over the batch
   * @param smoothedFrom the first epoch with smoothing, counted from 0
   * @param truth the truth, by which the judge's precision is measured; empty if it is unknown
   */
  Relabelling(
      PairJudge judge, ScoreBands bands, float smoothing, int smoothedFrom, Optional<Truth> truth) {
    this.judge = judge;
    this.bands = bands;
    this.smoothing = smoothing;
    this.smoothedFrom = smoothedFrom;
    this.truth = truth;
  }

  @Override
  public String identity() {
    return judge.identity();
  }

  @Override
  public void close() {
    judge.close();
  }

  @Override
  public TargetFactory targets(Step step) {
    return vectors -> decide(step, vectors);
  }

  private Relabelled decide(Step step, BatchVectors vectors) {
    Hardest hardest = Hardest.of(vectors.cosineValues(), vectors.rows());
    int[] images = hardest.judgedImages();
    int[] captions = hardest.judgedCaptions();
    Connections found = Connections.of(hardest, judge.scores(step, images, captions), bands);
    return new Relabelled(
        found,
        vectors.rows(),
        step.epoch() < smoothedFrom ? 0 : smoothing,
        MafaNotes.of(found, hardest, step.rows(), truth));
  }

  private record Relabelled(Connections found, int rows, float smoothing, MafaNotes notes)
      implements ObjectiveTargets {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return targets(vectors).loss(BatchSimilarities.of(vectors));
    }

    @Override
    public Optional<NDArray> push(BatchVectors vectors) {
      return Optional.of(targets(vectors).push(BatchSimilarities.of(vectors)));
    }

    private GivenTargets targets(BatchVectors vectors) {
      NDManager manager = vectors.images().getManager();
      NDArray images = Torch.floats(manager, found.imageTargets(rows), rows, rows);
      NDArray captions = Torch.floats(manager, found.captionTargets(rows), rows, rows);
      return new GivenTargets(images, captions, smoothing);
    }

    @Override
    public List<LabelledPair> pairs() {
      List<LabelledPair> pairs = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        pairs.add(new LabelledPair(row, row, true));
      }
      for (Connections.Pair match : found.matches()) {
        pairs.add(new LabelledPair(match.image(), match.caption(), true));
      }
      for (Connections.Pair negative : found.negatives()) {
        pairs.add(new LabelledPair(negative.image(), negative.caption(), false));
      }
      return pairs;
    }

    @Override
    public List<ExtraSequence> sequences() {
      return found.sequences().stream()
          .map(pair -> new ExtraSequence(pair.image(), pair.caption()))
          .toList();
    }
  }
}
