// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.Restrictions;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.mining.space.SpaceSimilarities;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.policy.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The batches of Algorithm 1: within a search space, each sample is chosen by the quantile of the
 * sample before it, based on the vectors of the previous epoch.
 */
public final class ChainPlan extends SpacePlan {
  private final VectorCache vectors;
  private final Policy policy;
  private final Settings settings;
  private final SpaceSimilarities similarities;

  private int[] rows;
  private Policy.OfSpace inSpace;
  private BatchComposer composer;
  private Selector selector;
  private int[] order = {}; // for a policy that divides the space; empty for chains

  /**
   * Settings that stay the same between epochs.
   *
   * @param composition the composition, whose warp is applied to the policy's quantiles
   * @param quantiles m, the number of quantile features
   * @param constraints the constraints on pairs that share a batch
   */
  public record Settings(
      Composition composition, int quantiles, SpaceConstraints constraints, int threads) {}

  public ChainPlan(EpochLayout layout, VectorCache vectors, Policy policy, Settings settings) {
    super(layout);
    this.vectors = vectors;
    this.policy = policy;
    this.settings = settings;
    this.similarities = new SpaceSimilarities(settings.threads());
  }

  @Override
  public PlannedBatch compose(int number, long step, int[] takenBefore) {
    enterSpaceOf(number, takenBefore);
    RowQuantile quantiles = inSpace.quantiles(step);
    RandomStream random =
        Purpose.FIRST_SAMPLE.at(layout.seed(), layout.epoch(), layout.spaceOf(number), number);
    ComposedBatch batch = next(quantiles, random);
    int[] members = new int[batch.size()];
    for (int i = 0; i < members.length; i++) {
      members[i] = rows[batch.members()[i]];
      take(batch.members()[i]);
    }
    return new PlannedBatch(
        members,
        order.length > 0
            ? Optional.empty()
            : Optional.of(new PlannedBatch.Chain(batch, quantiles)));
  }

  @Override
  public boolean foreseeable() {
    return !policy.learns();
  }

  private ComposedBatch next(RowQuantile quantiles, RandomStream random) {
    if (order.length > 0) {
      return composer.composeInOrder(layout.batch(), order);
    }
    if (settings.composition().policy() instanceof QuantilePolicy.Drawn drawn) {
      return composer.composeDrawn(layout.batch(), similarities.drawing(drawn), random);
    }
    return composer.compose(
        layout.batch(), selector, row -> settings.composition().warped(quantiles.of(row)), random);
  }

  @Override
  Candidates enter(int next, long[] members) {
    rows = Arrays.stream(members).mapToInt(Math::toIntExact).toArray();
    SpaceVectors own = vectors.space(rows);
    // Algorithm 2, lines 1 and 2.
    similarities.compute(own);
    inSpace = policy.enter(() -> similarities.features(settings.quantiles()), rows.length);
    Candidates candidates = new Candidates(rows.length);
    List<Conflicts> conflicts = settings.constraints().within(members, own, settings.threads());
    composer = new BatchComposer(candidates, Restrictions.of(conflicts));
    selector = similarities.selector(candidates);
    if (settings.composition().policy() instanceof QuantilePolicy.Grouped grouped) {
      order =
          similarities.order(
              grouped.grouping(),
              conflicts,
              Purpose.GROUPING.at(layout.seed(), layout.epoch(), next));
    }
    return candidates;
  }
}
