package dev.falcon.mining;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * What keeps a candidate out of a batch though it is still in U. Off by default: the paper excludes
 * nothing. Conflicts withhold candidates from the batch that is being composed and give them back
 * afterwards; the window narrows the ranks that an anchor may choose from.
 */
public final class Restrictions {
  private final List<Conflicts> conflicts;
  private final RankWindow window;
  private final IntUnaryOperator atMostMaxScore;
  private final Map<String, Long> withheldByReason = new TreeMap<>();
  private int[] withheld = new int[16];
  private int withheldCount;

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
    return new Restrictions(List.of(), RankWindow.ALL, anchor -> Integer.MAX_VALUE);
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
      for (int other : kind.with(member)) {
        if (candidates.contains(other)) {
          candidates.remove(other);
          if (withheldCount == withheld.length) {
            withheld = Arrays.copyOf(withheld, 2 * withheldCount);
          }
          withheld[withheldCount++] = other;
          withheldByReason.merge(kind.reason(), 1L, Long::sum);
        }
      }
    }
  }

  /** Ends the batch. */
  void release(Candidates candidates) {
    for (int x = 0; x < withheldCount; x++) {
      candidates.restore(withheld[x]);
    }
    withheldCount = 0;
  }
}
