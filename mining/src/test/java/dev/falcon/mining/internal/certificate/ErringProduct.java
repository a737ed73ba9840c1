package dev.falcon.mining.internal.certificate;

import dev.falcon.mining.similarity.SpaceVectors;
import java.nio.FloatBuffer;

/**
 * A product that is wrong on purpose: as far as its bound allows, or further.
 *
 * @param most how far from the canonical product
 * @param direction of the error
 */
record ErringProduct(Arithmetic arithmetic, double most, Direction direction)
    implements OtherProduct {
  /** Where errors lead. */
  enum Direction {
    /** Up and down by turns: neighbours in a ranking change places. */
    BY_TURNS,
    /** To the nearest multiple of twice the bound: whatever is near becomes a tie. */
    TIES,
    /** Towards zero: the similar falls behind. */
    SHRINKING,
    /** Down for all but a few that go up. */
    FEW_RISE
  }

  /** One that errs by the bound of a search space. */
  static ErringProduct byTheBound(
      SpaceVectors vectors, Arithmetic arithmetic, Direction direction) {
    return new ErringProduct(arithmetic, ErrorBound.of(vectors, arithmetic).product(), direction);
  }

  @Override
  public String describe() {
    return "a product that errs";
  }

  @Override
  public void multiply(
      FloatBuffer left,
      FloatBuffer right,
      FloatBuffer product,
      int rows,
      int columns,
      int dimension) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        float canonical = 0;
        for (int k = 0; k < dimension; k++) {
          canonical =
              Math.fma(left.get(i * dimension + k), right.get(j * dimension + k), canonical);
        }
        product.put(i * columns + j, wrong(canonical, i + j));
      }
    }
  }

  private float wrong(float canonical, int place) {
    double aim =
        switch (direction) {
          case BY_TURNS -> place % 2 == 0 ? canonical + most : canonical - most;
          case TIES -> Math.rint(canonical / (2 * most)) * 2 * most;
          case SHRINKING -> canonical - Math.signum(canonical) * most;
          case FEW_RISE -> place % 17 == 0 ? canonical + most : canonical - most;
        };
    float wrong = (float) aim;
    while (Math.abs((double) wrong - canonical) > most) {
      wrong = Math.nextAfter(wrong, canonical);
    }
    return wrong;
  }
}
