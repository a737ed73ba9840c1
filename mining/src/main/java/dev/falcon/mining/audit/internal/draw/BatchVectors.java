package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.audit.internal.data.AuditPair;
import dev.falcon.mining.audit.internal.data.Rows;
import dev.falcon.mining.audit.result.Direction;
import java.util.Arrays;

/**
 * The vectors of a plan's batch; kept, since anchors of one batch are asked for one after another.
 */
public final class BatchVectors {
  private final PlanBatches plan;
  private final Rows rows;
  private int batch = -1;
  private int[] members = {};
  private float[] image = {};
  private float[] text = {};

  public BatchVectors(PlanBatches plan, Rows rows) {
    this.plan = plan;
    this.rows = rows;
  }

  private void load(int wanted) {
    if (wanted != batch) {
      int start = plan.start(wanted);
      members = new int[plan.size(wanted)];
      Arrays.setAll(members, i -> plan.item(start + i));
      image = new float[members.length * rows.dimension()];
      text = new float[image.length];
      rows.read(members, image, text);
      batch = wanted;
    }
  }

  /** The anchor's most similar sample in the batch by the cosine of that direction. */
  public AuditPair hardest(int anchorRow, Direction direction) {
    load(plan.batchOf(anchorRow));
    float[] anchorSide = direction == Direction.IMAGE_TO_TEXT ? image : text;
    float[] otherSide = direction == Direction.IMAGE_TO_TEXT ? text : image;
    int dimension = rows.dimension();
    int anchor = anchorRow - plan.start(batch);
    int best = -1;
    float highest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < members.length; i++) {
      if (i != anchor) {
        float cosine =
            Rows.dot(anchorSide, anchor * dimension, otherSide, i * dimension, dimension);
        if (best < 0 || cosine > highest) {
          best = i;
          highest = cosine;
        }
      }
    }
    return new AuditPair(0, direction, members[anchor], members[best], Float.NaN);
  }
}
