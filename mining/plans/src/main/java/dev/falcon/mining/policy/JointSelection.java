// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * JEST's joint selection (Evans et al., 2024, "Data curation via joint example selection further
 * accelerates multimodal learning"): chooses, in chunks, the samples that are jointly the most
 * learnable. The learnability of a pair of an image and a caption is the learner's loss less the
 * loss of a reference model: c_ij = ℓ_ij(learner) − ℓ_ij(reference), with the sigmoid loss ℓ_ij =
 * log(1 + e^(−y (a s_ij + b))), y = 1 for own pairs and −1 for others. A pair on which both models
 * agree has c near 0: a pair that is hard for both teaches nothing.
 */
public final class JointSelection {
  private final float[] scores;
  private final int size;

  /**
   * Creates a selection from scores.
   *
   * @param scores c, [size x size], one row per image
   * @param size the number of samples
   */
  public JointSelection(float[] scores, int size) {
    this.scores = scores;
    this.size = size;
  }

  /**
   * Returns a selection with the scores of a search space. Takes the time of two products of its
   * vectors, and 4·|M|² bytes.
   *
   * @param learner the learner's vectors
   * @param reference the reference model's vectors of the same samples
   * @param sharpness a of the sigmoid loss
   * @param bias b of the sigmoid loss
   */
  public static JointSelection of(
      SpaceVectors learner, SpaceVectors reference, double sharpness, double bias) {
    int size = learner.rows();
    float[] scores = new float[Math.multiplyExact(size, size)];
    IntStream.range(0, size)
        .parallel()
        .forEach(
            i -> {
              for (int j = 0; j < size; j++) {
                int y = i == j ? 1 : -1;
                scores[i * size + j] =
                    (float)
                        (softplus(-y * (sharpness * learner.cosine(i, j) + bias))
                            - softplus(-y * (sharpness * reference.cosine(i, j) + bias)));
              }
            });
    return new JointSelection(scores, size);
  }

  /** Returns log(1 + e^x), without overflow. */
  static double softplus(double x) {
    return Math.max(x, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
  }

  /** Returns the joint learnability of some samples: the sum of c over all their pairs. */
  double sum(int... members) {
    double sum = 0;
    for (int i : members) {
      for (int j : members) {
        sum += scores[i * size + j];
      }
    }
    return sum;
  }

  /**
   * Chooses samples: the first chunk uniformly, every further one without replacement with
   * probability ∝ e^logit, where logit_i = c_ii + Σ over the chosen k of (c_ki + c_ik).
   *
   * @param among the candidates, ascending
   * @param count the number of samples to choose, at most that of the candidates
   * @param chunks the number of chunks, at least 1
   * @param random the source of the draws
   */
  public int[] choose(int[] among, int count, int chunks, RandomStream random) {
    int[] chosen = new int[count];
    int taken = 0;
    double[] logits = new double[among.length];
    boolean[] gone = new boolean[among.length];
    for (int x = 0; x < among.length; x++) {
      logits[x] = scores[among[x] * size + among[x]];
    }
    for (int chunk = 1; chunk <= chunks; chunk++) {
      int end = (int) ((long) count * chunk / chunks);
      int[] drawn = draw(chunk == 1 ? new double[among.length] : logits, gone, end - taken, random);
      for (int x : drawn) {
        gone[x] = true;
        chosen[taken++] = among[x];
      }
      for (int x : drawn) {
        add(among, x, logits);
      }
    }
    return chosen;
  }

  private void add(int[] among, int member, double[] logits) {
    int k = among[member];
    for (int x = 0; x < among.length; x++) {
      int i = among[x];
      logits[x] += (double) scores[k * size + i] + scores[i * size + k];
    }
  }

  /** Returns the logits after some samples were chosen. */
  double[] logits(int... chosen) {
    int[] all = IntStream.range(0, size).toArray();
    double[] logits = new double[size];
    for (int i = 0; i < size; i++) {
      logits[i] = scores[i * size + i];
    }
    for (int member : chosen) {
      add(all, member, logits);
    }
    return logits;
  }

  /**
   * Draws without replacement, with probability ∝ e^logit: takes the largest logits after adding
   * Gumbel noise.
   */
  private static int[] draw(double[] logits, boolean[] gone, int count, RandomStream random) {
    double[] noisy = new double[logits.length];
    for (int x = 0; x < noisy.length; x++) {
      double uniform = 1 - random.nextDouble(); // in (0, 1]
      noisy[x] = logits[x] - StrictMath.log(-StrictMath.log(uniform) + Double.MIN_NORMAL);
    }
    return IntStream.range(0, logits.length)
        .filter(x -> !gone[x])
        .boxed()
        .sorted(Comparator.comparingDouble(x -> -noisy[x]))
        .limit(count)
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
