package dev.falcon.mining;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Locale;

/** How hard a negative an anchor gets: where its quantile q comes from. */
public sealed interface QuantilePolicy {
  /**
   * One q for all anchors; the heuristic baselines of the paper's Table 1. {@code q=1} is the
   * always hardest negative of GRIT-VLP and MAFA, {@code q=0} the easiest.
   *
   * @param quantile q, in [0, 1]
   */
  record Fixed(double quantile) implements QuantilePolicy {
    public Fixed {
      if (!(quantile >= 0 && quantile <= 1)) {
        throw new RequestException("a quantile lies in [0, 1]; quantile=" + quantile);
      }
    }

    @Override
    public String toString() {
      return Double.toString(quantile);
    }
  }

  /** "Progressive-Hardening" of the paper: q rises linearly from 0 in the first epoch to 1. */
  record Hardening() implements QuantilePolicy {
    @Override
    public String toString() {
      return "hardening";
    }
  }

  /** "Progressive-Softening" of the paper: q falls linearly from 1 in the first epoch to 0. */
  record Softening() implements QuantilePolicy {
    @Override
    public String toString() {
      return "softening";
    }
  }

  /** "Uniform" of the paper: batches of uniform draws; no chain and no similarity. */
  record Uniform() implements QuantilePolicy {
    @Override
    public String toString() {
      return "uniform";
    }
  }

  /**
   * FALCON's negative mining scheduler π_φ (Section 3.2): q is drawn for each anchor from a Beta
   * distribution that a network predicts from the anchor's Ŝ.
   *
   * @param model the graph {@code scheduler.onnx}
   * @param draw how q is taken from the distribution
   */
  record Scheduled(Path model, Draw draw) implements QuantilePolicy {
    @Override
    public String toString() {
      return "scheduler";
    }
  }

  /** What is taken from the scheduler's Beta distribution. */
  enum Draw {
    /** A random draw, as in training. */
    SAMPLE,
    /** The mode: where the density is greatest. */
    MODE,
    /** The mean. */
    MEAN
  }

  /**
   * Reads a policy's name, but for the scheduler's, which needs a graph.
   *
   * @param text {@code hardening}, {@code softening}, {@code uniform}, or a number in [0, 1]
   */
  static QuantilePolicy parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "hardening" -> new Hardening();
      case "softening" -> new Softening();
      case "uniform" -> new Uniform();
      default -> new Fixed(number(text));
    };
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new RequestException(
          "no such policy: '"
              + text
              + "'; it is falcon+, scheduler, hardening, softening, uniform or a quantile in [0, 1]");
    }
  }

  /** Whether anchors choose at all; a uniform batch has none. */
  default boolean chains() {
    return !(this instanceof Uniform);
  }
}
