package dev.falcon.mining.internal.constraint;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.product.ProductViewer;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.Arrays;

/**
 * Suspected matches, told from products that are only known to a bound: what exceeds its margin by
 * more than that is suspected for certain, what comes no nearer is not, and of the few between the
 * canonical products are asked.
 */
public final class CertifiedMatches implements Conflicts, ProductViewer {
  private final SpaceVectors vectors;
  private final float[] bounds;
  private final SuspectedMatches certain;
  private final SuspectedMatches possible;

  /**
   * Suspects none yet: {@link #view} is to be shown all products of the search space.
   *
   * @param error how far a product may be from the canonical one
   */
  public CertifiedMatches(
      SpaceVectors vectors, PositiveMargin margin, double error, Kernel kernel) {
    this.vectors = vectors;
    this.bounds = SuspectedMatches.bounds(vectors, margin);
    float[] above = new float[bounds.length];
    float[] below = new float[bounds.length];
    for (int i = 0; i < bounds.length; i++) {
      above[i] = Math.nextUp((float) (bounds[i] + error)) + 0f;
      below[i] = Math.nextDown((float) (bounds[i] - error)) + 0f;
    }
    this.certain = new SuspectedMatches(above, kernel);
    this.possible = new SuspectedMatches(below, kernel);
  }

  @Override
  public void view(int firstRow, int firstColumn, float[] forth, float[] back) {
    certain.view(firstRow, firstColumn, forth, back);
    possible.view(firstRow, firstColumn, forth, back);
  }

  @Override
  public String reason() {
    return SuspectedMatches.REASON;
  }

  @Override
  public boolean lenient() {
    return true;
  }

  @Override
  public int[] with(int sample) {
    return Arrays.stream(possible.with(sample))
        .filter(other -> certain.suspects(sample, other) || exceeds(sample, other))
        .toArray();
  }

  private boolean exceeds(int i, int j) {
    return vectors.cosine(i, j) > bounds[j] || vectors.cosine(j, i) > bounds[i];
  }
}
