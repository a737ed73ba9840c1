package dev.falcon.mining;

import dev.falcon.mining.internal.plan.PlanLayout;
import dev.falcon.mining.request.MiningTarget;

/** The tables that a plan can be. */
final class PlanLayouts {
  private PlanLayouts() {}

  static PlanLayout of(MiningTarget target) {
    return target instanceof MiningTarget.Negatives negatives
        ? new NegativesTable(negatives)
        : new BatchPlan();
  }
}
