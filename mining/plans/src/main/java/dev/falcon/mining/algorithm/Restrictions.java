// SPDX-License-Identifier: Apache-2.0
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
 * Conflicts withhold candidates from the batch in progress. They restore them after the batch or,
 * if they may give way, as soon as there is no other candidate. The window narrows the ranks from
 * which an anchor may choose.
 */
public final class Restrictions {
  private final List<Conflicts> conflicts;
  private final RankWindow window;
  private final IntUnaryOperator atMostMaxScore;
  private final Map<String, Long> withheldByReason = new TreeMap<>();
  private final Map<Yielding, Withheld> withheld = new EnumMap<>(Yielding.class);
  private final Set<Yielding> relented = EnumSet.noneOf(Yielding.class);
  private int[] members = new int[16]; // of the batch in progress
  private int size;

  /**
   * Creates the restrictions of one search space.
   *
   * @param atMostMaxScore gives, for an anchor, the number of candidates no more similar than the
   *     window's max score; called only if the window has one
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

  /** Returns restrictions that exclude nothing. */
  public static Restrictions none() {
    return of(List.of());
  }

  /** Returns restrictions on sharing a batch only, with no window. */
  public static Restrictions of(List<Conflicts> conflicts) {
    return new Restrictions(conflicts, RankWindow.ALL, anchor -> Integer.MAX_VALUE);
  }

  /**
   * Returns the number of candidates withheld from batches so far, by reason; under {@link
   * RankWindow#EMPTY}, the number of samples drawn because the window left their anchor none.
   */
  public Map<String, Long> withheldByReason() {
    return withheldByReason;
  }

  /** Counts a sample that is drawn because the window left its anchor no candidate. */
  void countEmptyWindow() {
    withheldByReason.merge(RankWindow.EMPTY, 1L, Long::sum);
  }

  RankWindow window() {
    return window;
  }

  /**
   * Returns the number of candidates no more similar than the window's max score, from which the
   * anchor may choose.
   */
  int allowed(int anchor) {
    return window.anyScore() ? Integer.MAX_VALUE : atMostMaxScore.applyAsInt(anchor);
  }

  /** Withholds the samples that conflict with the batch's newest member. */
  void withhold(int member, Candidates candidates) {
    if (size == members.length) {
      members = Arrays.copyOf(members, 2 * size);
    }
    members[size++] = member;
    withholdFor(member, candidates);
  }

  /** Withholds a candidate for the first reason that holds; others may hold, too. */
  private void withholdFor(int member, Candidates candidates) {
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
   * Restores the candidates withheld on a suspicion alone, and withholds no more on suspicions in
   * this batch. If that gives no candidate, restores those withheld by conflicts that yield last,
   * unless a conflict that never yields stands, too.
   *
   * @return whether there is a candidate again
   */
  boolean relent(Candidates candidates) {
    for (Yielding yielding : List.of(Yielding.FIRST, Yielding.LAST)) {
      relented.add(yielding);
      if (withheld.get(yielding).restore(candidates)) {
        // Only the first reason of each was recorded; another may still stand.
        for (int x = 0; x < size; x++) {
          withholdFor(members[x], candidates);
        }
      }
      if (candidates.size() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Restores all withheld candidates at the end of a batch. */
  void release(Candidates candidates) {
    relented.clear();
    size = 0;
    withheld.values().forEach(kept -> kept.restore(candidates));
  }

  /** The withheld candidates, which are to be restored. */
  private static final class Withheld {
    private int[] samples = new int[16];
    private int count;

    private void add(int sample) {
      if (count == samples.length) {
        samples = Arrays.copyOf(samples, 2 * count);
      }
      samples[count++] = sample;
    }

    /** Restores the samples, and returns whether there were any. */
    private boolean restore(Candidates candidates) {
      boolean any = count > 0;
      for (int x = 0; x < count; x++) {
        candidates.restore(samples[x]);
      }
      count = 0;
      return any;
    }
  }
}
