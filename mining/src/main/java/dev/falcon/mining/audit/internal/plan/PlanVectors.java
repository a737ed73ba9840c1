package dev.falcon.mining.audit.internal.plan;

import dev.falcon.mining.audit.internal.data.AuditPair;
import dev.falcon.mining.audit.internal.data.ItemVectors;
import dev.falcon.mining.audit.result.Direction;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.Arrays;

/**
 * The vectors of a plan's batch; kept, since anchors of one batch are asked for one after another.
 */
public final class PlanVectors {
  private final PlanBatches plan;
  private final ItemVectors rows;
  private int batch = -1;
  private int[] members = {};
  private SpaceVectors vectors;

  public PlanVectors(PlanBatches plan, ItemVectors rows) {
    this.plan = plan;
    this.rows = rows;
  }

  private void load(int wanted) {
    if (wanted != batch) {
      int start = plan.start(wanted);
      members = new int[plan.size(wanted)];
      Arrays.setAll(members, i -> plan.item(start + i));
      vectors = rows.read(members);
      batch = wanted;
    }
  }

  /** The anchor's most similar sample in the batch by the cosine of that direction. */
  public AuditPair hardest(int anchorRow, Direction direction) {
    load(plan.batchOf(anchorRow));
    int anchor = anchorRow - plan.start(batch);
    int best = -1;
    float highest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < members.length; i++) {
      if (i != anchor) {
        float cosine =
            direction == Direction.IMAGE_TO_TEXT
                ? vectors.cosine(anchor, i)
                : vectors.cosine(i, anchor);
        if (best < 0 || cosine > highest) {
          best = i;
          highest = cosine;
        }
      }
    }
    return new AuditPair(0, direction, members[anchor], members[best], Float.NaN);
  }
}
