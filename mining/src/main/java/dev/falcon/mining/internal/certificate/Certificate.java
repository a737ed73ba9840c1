package dev.falcon.mining.internal.certificate;

import dev.falcon.data.FalconException;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Keys;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides where similarities are only known to a bound b. The value of a rank is then known to b as
 * well, so a candidate can only have the rank if it lies within 2·b of what is found at it: those
 * candidates are computed canonically, alone, and the rank is found again. All others are on their
 * side of it for certain. A value that is computed replaces what was kept, and is within the bound
 * of itself, so that all of this holds for any mixture.
 *
 * <p>Every value that is computed is held against the bound.
 */
public final class Certificate implements Decider {
  private final Kernel kernel;
  private final SpaceVectors vectors;
  private final ErrorBound bound;
  private final String origin;
  private final LongAdder decided;
  private final double doubt;
  private Kernel.Packed packed; // rarely needed

  /**
   * The certificate of a search space.
   *
   * @param origin what the similarities come from, for people
   * @param decided counts the entries of S that are computed to decide
   */
  Certificate(
      Kernel kernel, SpaceVectors vectors, ErrorBound bound, String origin, LongAdder decided) {
    this.kernel = kernel;
    this.vectors = vectors;
    this.bound = bound;
    this.origin = origin;
    this.decided = decided;
    this.doubt = 2 * bound.similarity();
  }

  /** The bound that all rests on. */
  public ErrorBound bound() {
    return bound;
  }

  @Override
  public long select(int row, long[] keys, int from, int to, int k) {
    long found = Keys.select(keys, from, to, k);
    return settle(row, keys, from, to, Keys.value(found)) ? Keys.select(keys, from, to, k) : found;
  }

  @Override
  public long least(int row, long[] keys, int from, int to) {
    long found = Decider.super.least(row, keys, from, to);
    if (from < to) {
      settle(row, keys, from, to, Keys.value(found));
    }
    return Decider.super.least(row, keys, from, to);
  }

  /** Makes canonical what may be at the place of a value; whether anything was. */
  private boolean settle(int row, long[] keys, int from, int to, double value) {
    boolean any = false;
    int waiting = -1;
    for (int x = from; x < to; x++) {
      if (Math.abs(Keys.value(keys[x]) - value) <= doubt) {
        any = true;
        if (waiting < 0) {
          waiting = x;
        } else {
          settle(row, keys, waiting, x);
          waiting = -1;
        }
      }
    }
    if (waiting >= 0) {
      settle(row, keys, waiting, waiting);
    }
    return any;
  }

  /**
   * Makes two keys canonical at once, as four sums side by side: each has to wait for itself at
   * every step. The bits are those of {@link SpaceVectors#similarity}.
   */
  private void settle(int row, long[] keys, int x, int y) {
    float[] image = vectors.image();
    float[] text = vectors.text();
    int dimension = vectors.dimension();
    int own = row * dimension;
    int one = Keys.index(keys[x]) * dimension;
    int other = Keys.index(keys[y]) * dimension;
    float oneForth = 0;
    float oneBack = 0;
    float otherForth = 0;
    float otherBack = 0;
    for (int k = 0; k < dimension; k++) {
      float picture = image[own + k];
      float caption = text[own + k];
      oneForth = Math.fma(picture, text[one + k], oneForth);
      oneBack = Math.fma(image[one + k], caption, oneBack);
      otherForth = Math.fma(picture, text[other + k], otherForth);
      otherBack = Math.fma(image[other + k], caption, otherBack);
    }
    keys[x] = settled(row, keys[x], oneForth + oneBack + 0f);
    if (y != x) {
      keys[y] = settled(row, keys[y], otherForth + otherBack + 0f);
    }
  }

  private long canonical(int row, long key) {
    long[] keys = {key};
    settle(row, keys, 0, 0);
    return keys[0];
  }

  private long settled(int row, long key, float canonical) {
    int index = Keys.index(key);
    decided.increment();
    require(Keys.value(key), canonical, bound.similarity(), row, index);
    return Keys.of(canonical, index);
  }

  @Override
  public long beside(int row, long key, float value) {
    return Math.abs((double) Keys.value(key) - value) <= bound.similarity()
        ? canonical(row, key)
        : key;
  }

  @Override
  public boolean inside(float value, float low, float high) {
    return (double) value - low > bound.similarity() && (double) high - value > bound.similarity();
  }

  @Override
  public long among(
      int row, float[] similarities, int[] candidates, int count, int rank, long found) {
    double value = Keys.value(found);
    long[] near = new long[16];
    int doubtful = 0;
    int below = 0;
    for (int x = 0; x < count; x++) {
      double difference = similarities[candidates[x]] - value;
      if (difference < -doubt) {
        below++;
      } else if (difference <= doubt) {
        if (doubtful == near.length) {
          near = Arrays.copyOf(near, 2 * doubtful);
        }
        near[doubtful++] = Keys.of(similarities[candidates[x]], candidates[x]);
      }
    }
    settle(row, near, 0, doubtful, value);
    return Keys.select(near, doubtful, rank - below);
  }

  @Override
  public void settle(int row, float[] similarities, float value) {
    for (int j = 0; j < vectors.rows(); j++) {
      if (Math.abs((double) similarities[j] - value) <= bound.similarity()) {
        similarities[j] = Keys.value(canonical(row, Keys.of(similarities[j], j)));
      }
    }
  }

  @Override
  public float[] whole(int row, float[] similarities, float[] buffer) {
    packed().row(row, buffer);
    buffer[row] = Float.POSITIVE_INFINITY;
    return buffer;
  }

  private synchronized Kernel.Packed packed() {
    if (packed == null) {
      packed = kernel.pack(vectors.image(), vectors.text(), vectors.rows(), vectors.dimension());
    }
    return packed;
  }

  /** Fails where a product of an image and a text lies outside its bound. */
  void check(int image, int text, float product) {
    require(product, vectors.cosine(image, text), bound.product(), image, text);
  }

  private void require(float kept, float canonical, double most, int i, int j) {
    if (!(Math.abs((double) kept - canonical) <= most)) {
      throw outside(
          String.format(
              Locale.ROOT,
              "of samples %d and %d it gives %s, and right is %s to within %.2g",
              i,
              j,
              kept,
              canonical,
              most));
    }
  }

  /** The failure of a product that does not keep what is assumed of it. */
  FalconException outside(String what) {
    return new FalconException(
        origin + " does not multiply as exactly as a plan needs: " + what + "; mine without it");
  }
}
