package dev.falcon.mining;

import dev.falcon.mining.plan.PlanLayout;
import dev.falcon.mining.request.MiningTarget;

/** The layouts of a plan's table. */
final class PlanLayouts {
  private PlanLayouts() {}

  static PlanLayout of(MiningTarget target) {
    return target instanceof MiningTarget.Negatives negatives
        ? new NegativesTable(negatives)
        : new BatchPlan();
  }
}
