// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.statistics.BetaDistribution;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** The source of anchors' quantiles q, which are the hardness of their negatives. */
public sealed interface QuantilePolicy {
  /**
   * One q for all anchors: the heuristic baselines of the paper's Table 1. {@code q=1} always takes
   * the hardest negative, as GRIT-VLP and MAFA do, {@code q=0} the easiest.
   *
   * @param quantile q, in [0, 1]
   */
  record Fixed(double quantile) implements QuantilePolicy {
    public Fixed {
      if (!(quantile >= 0 && quantile <= 1)) {
        throw new RequestException("a quantile must lie in [0, 1]; quantile=" + quantile);
      }
    }

    @Override
    public OptionalDouble quantile(double progress) {
      return OptionalDouble.of(quantile);
    }

    @Override
    public String toString() {
      return Double.toString(quantile);
    }
  }

  /** "Progressive-Hardening" of the paper: q rises linearly from 0 in the first epoch to 1. */
  record Hardening() implements QuantilePolicy {
    @Override
    public OptionalDouble quantile(double progress) {
      return OptionalDouble.of(progress);
    }

    @Override
    public String toString() {
      return "hardening";
    }
  }

  /** "Progressive-Softening" of the paper: q falls linearly from 1 in the first epoch to 0. */
  record Softening() implements QuantilePolicy {
    @Override
    public OptionalDouble quantile(double progress) {
      return OptionalDouble.of(1 - progress);
    }

    @Override
    public String toString() {
      return "softening";
    }
  }

  /** "Uniform" of the paper: batches of uniform draws, without a chain and without similarities. */
  record Uniform() implements QuantilePolicy {
    @Override
    public String toString() {
      return "uniform";
    }
  }

  /** q is drawn uniformly from [0, 1] for each anchor: the control for the scheduler. */
  record Random() implements QuantilePolicy {
    @Override
    public String toString() {
      return "random";
    }
  }

  /**
   * FALCON's negative mining scheduler π_φ (Section 3.2): q is drawn for each anchor from a Beta
   * distribution that a network predicts from the anchor's Ŝ.
   *
   * @param graph the file {@code scheduler.onnx}; empty if the scheduler is not named yet, or still
   *     to be learned
   * @param draw the choice of q from the distribution
   */
  record Scheduled(Optional<Path> graph, Draw draw) implements QuantilePolicy {
    /** Returns the scheduler in a file. */
    public static Scheduled of(Path graph, Draw draw) {
      return new Scheduled(Optional.of(graph), draw);
    }

    /** Returns a scheduler that is not named yet, or still to be learned. */
    public static Scheduled unnamed() {
      return new Scheduled(Optional.empty(), Draw.SAMPLE);
    }

    @Override
    public String toString() {
      return "scheduler";
    }
  }

  /**
   * Batches by a division of the whole search space, without anchors and quantiles.
   *
   * @param grouping the division
   */
  record Grouped(Grouping grouping) implements QuantilePolicy {
    @Override
    public String toString() {
      return grouping.toString();
    }
  }

  /**
   * SimANS: the next sample is drawn by the closeness of its similarity to the anchor's own; see
   * {@link dev.falcon.mining.policy.ScoreDraw}. A plan records the resulting quantile.
   *
   * @param offset b, the offset from the anchor's own similarity, in [-2, 2]
   */
  record Drawn(double offset) implements QuantilePolicy {
    public Drawn {
      if (!(offset >= -2 && offset <= 2)) {
        throw new RequestException("an offset of cosines must lie in [-2, 2]; offset=" + offset);
      }
    }

    @Override
    public String toString() {
      return "simans:" + offset;
    }
  }

  /** The choice of q from the scheduler's Beta distribution. */
  enum Draw {
    /** A random draw, as in training. */
    SAMPLE,
    /** The mode, at which the density is greatest. */
    MODE,
    /** The mean. */
    MEAN;

    /**
     * Chooses q from Beta(alpha, beta).
     *
     * @param alpha the first parameter, above 0
     * @param beta the second parameter, above 0
     * @param random used only for a random draw
     * @return q, in [0, 1]
     */
    public double of(double alpha, double beta, RandomStream random) {
      return switch (this) {
        case SAMPLE -> BetaDistribution.draw(alpha, beta, random);
        case MODE -> BetaDistribution.mode(alpha, beta);
        case MEAN -> BetaDistribution.mean(alpha, beta);
      };
    }
  }

  /**
   * Returns the q that all anchors share at one point of a run; empty if it differs between
   * anchors, or there is none.
   *
   * @param progress the progress of the run, in [0, 1]
   */
  default OptionalDouble quantile(double progress) {
    return OptionalDouble.empty();
  }

  /** Returns whether similarities are used; false for uniform batches. */
  default boolean chains() {
    return !(this instanceof Uniform);
  }

  /** Returns whether anchors choose samples; false for groups and uniform batches. */
  default boolean hasAnchors() {
    return !(this instanceof Uniform || this instanceof Grouped);
  }

  /** Returns whether every anchor has a quantile. */
  default boolean hasQuantiles() {
    return hasAnchors() && !(this instanceof Drawn);
  }
}
