package dev.falcon.mining.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * What keeps a candidate out of a batch though it is still in U. Off by default: the paper excludes
 * nothing. Conflicts withhold candidates from the batch that is being composed and give them back
 * afterwards, or as soon as nothing else is left where they are lenient; the window narrows the
 * ranks that an anchor may choose from.
 */
public final class Restrictions {
  private final List<Conflicts> conflicts;
  private final RankWindow window;
  private final IntUnaryOperator atMostMaxScore;
  private final Map<String, Long> withheldByReason = new TreeMap<>();
  private final Withheld strictly = new Withheld();
  private final Withheld leniently = new Withheld();
  private boolean relented;

  /**
   * Restrictions of one search space.
   *
   * @param atMostMaxScore for an anchor, how many candidates are no more similar than the window's
   *     max score; asked only where the window has one
   */
  public Restrictions(
      List<Conflicts> conflicts, RankWindow window, IntUnaryOperator atMostMaxScore) {
    this.conflicts = List.copyOf(conflicts);
    this.window = window;
    this.atMostMaxScore = atMostMaxScore;
  }

  /** Restricts nothing. */
  public static Restrictions none() {
    return of(List.of());
  }

  /** Restricts nothing but what may share a batch. */
  public static Restrictions of(List<Conflicts> conflicts) {
    return new Restrictions(conflicts, RankWindow.ALL, anchor -> Integer.MAX_VALUE);
  }

  /** How many candidates were withheld from a batch, by reason. */
  public Map<String, Long> withheldByReason() {
    return withheldByReason;
  }

  RankWindow window() {
    return window;
  }

  /** How many of the least similar candidates the anchor may choose from. */
  int allowed(int anchor) {
    return window.anyScore() ? Integer.MAX_VALUE : atMostMaxScore.applyAsInt(anchor);
  }

  /** Keeps out of the batch what conflicts with its newest member. */
  void withhold(int member, Candidates candidates) {
    for (Conflicts kind : conflicts) {
      if (kind.lenient() && relented) {
        continue;
      }
      for (int other : kind.with(member)) {
        if (candidates.contains(other)) {
          candidates.withhold(other);
          (kind.lenient() ? leniently : strictly).add(other);
          withheldByReason.merge(kind.reason(), 1L, Long::sum);
        }
      }
    }
  }

  /**
   * Gives back what was withheld on a suspicion only, and suspects no more in this batch.
   *
   * @return whether there is a candidate again
   */
  boolean relent(Candidates candidates) {
    relented = true;
    leniently.restore(candidates);
    return candidates.size() > 0;
  }

  /** Ends the batch. */
  void release(Candidates candidates) {
    relented = false;
    strictly.restore(candidates);
    leniently.restore(candidates);
  }

  /** Candidates that are to be given back. */
  private static final class Withheld {
    private int[] samples = new int[16];
    private int count;

    private void add(int sample) {
      if (count == samples.length) {
        samples = Arrays.copyOf(samples, 2 * count);
      }
      samples[count++] = sample;
    }

    private void restore(Candidates candidates) {
      for (int x = 0; x < count; x++) {
        candidates.restore(samples[x]);
      }
      count = 0;
    }
  }
}
