package dev.falcon.mining.algorithm;

import dev.falcon.mining.algorithm.Conflicts.Yielding;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Restrictions on candidates that are still in U. Off by default: the paper excludes nothing.
 * Conflicts withhold candidates from the batch in progress and restore them afterwards, or, if they
 * are lenient, as soon as there is no other candidate; the window narrows the ranks from which an
 * anchor may choose.
 */
public final class Restrictions {
  private final List<Conflicts> conflicts;
  private final RankWindow window;
  private final IntUnaryOperator atMostMaxScore;
  private final Map<String, Long> withheldByReason = new TreeMap<>();
  private final Map<Yielding, Withheld> withheld = new EnumMap<>(Yielding.class);
  private final Set<Yielding> relented = EnumSet.noneOf(Yielding.class);

  /**
   * Restrictions of one search space.
   *
   * @param atMostMaxScore for an anchor, the number of candidates no more similar than the window's
   *     max score; called only where the window has one
   */
  public Restrictions(
      List<Conflicts> conflicts, RankWindow window, IntUnaryOperator atMostMaxScore) {
    this.conflicts = List.copyOf(conflicts);
    this.window = window;
    this.atMostMaxScore = atMostMaxScore;
    for (Yielding yielding : Yielding.values()) {
      withheld.put(yielding, new Withheld());
    }
  }

  /** No restrictions. */
  public static Restrictions none() {
    return of(List.of());
  }

  /** Restrictions on sharing a batch alone. */
  public static Restrictions of(List<Conflicts> conflicts) {
    return new Restrictions(conflicts, RankWindow.ALL, anchor -> Integer.MAX_VALUE);
  }

  /** Number of candidates withheld from a batch, by reason. */
  public Map<String, Long> withheldByReason() {
    return withheldByReason;
  }

  RankWindow window() {
    return window;
  }

  /** Number of least similar candidates from which the anchor may choose. */
  int allowed(int anchor) {
    return window.anyScore() ? Integer.MAX_VALUE : atMostMaxScore.applyAsInt(anchor);
  }

  /** Withholds the samples that conflict with the batch's newest member. */
  void withhold(int member, Candidates candidates) {
    for (Conflicts kind : conflicts) {
      if (relented.contains(kind.yielding())) {
        continue;
      }
      Withheld ofKind = withheld.get(kind.yielding());
      for (int other : kind.with(member)) {
        if (candidates.contains(other)) {
          candidates.withhold(other);
          ofKind.add(other);
          withheldByReason.merge(kind.reason(), 1L, Long::sum);
        }
      }
    }
  }

  /**
   * Gives back what was withheld on a suspicion, and suspects no more in this batch; where that
   * leaves no candidate, what yields last.
   *
   * @return whether there is a candidate again
   */
  boolean relent(Candidates candidates) {
    for (Yielding yielding : List.of(Yielding.FIRST, Yielding.LAST)) {
      relented.add(yielding);
      withheld.get(yielding).restore(candidates);
      if (candidates.size() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Ends the batch. */
  void release(Candidates candidates) {
    relented.clear();
    withheld.values().forEach(kept -> kept.restore(candidates));
  }

  /** Candidates to be restored. */
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
