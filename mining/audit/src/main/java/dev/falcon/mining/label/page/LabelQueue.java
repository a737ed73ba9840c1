// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.FalconException;
import dev.falcon.mining.label.LabelClaims;
import dev.falcon.mining.label.LabelFolder;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.LabelVotes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tasks of an annotator at work. They are claimed in blocks. A pair that another annotator at
 * work has claimed, or has answered in the meantime, is skipped.
 */
final class LabelQueue implements AutoCloseable {
  private static final int BLOCK = 20;

  private final LabelFolder folder;
  private final LabelOrder order;
  private final String annotator;
  private final List<LabelTask> claimed = new ArrayList<>();
  private List<LabelTask> rest;
  private int free;
  private LabelVotes votes;

  LabelQueue(LabelFolder folder, LabelOrder order, LabelTasks tasks, String annotator) {
    this.folder = folder;
    this.order = order;
    this.annotator = annotator;
    this.claimed.addAll(tasks.all().subList(0, tasks.answered()));
    this.rest = List.copyOf(tasks.all().subList(tasks.answered(), tasks.all().size()));
    this.votes = new LabelVotes(folder.answers(order));
  }

  /** Returns the answers of all annotators; those of others are as of the last claim. */
  LabelVotes votes() {
    return votes;
  }

  /** Returns the number of tasks, without those that others have claimed. */
  int size() {
    return claimed.size() + free;
  }

  LabelTask get(int number) {
    return claimed.get(number);
  }

  /** Claims tasks until there are enough, or none are free. */
  void require(int count) {
    if (claimed.size() < count && !rest.isEmpty()) {
      List<LabelTask> before = List.copyOf(claimed);
      List<LabelTask> left = rest;
      int others = free;
      try {
        new LabelClaims(folder).claim(annotator, this::claim);
      } catch (FalconException e) { // what is not written is not claimed
        claimed.clear();
        claimed.addAll(before);
        rest = left;
        free = others;
        throw e;
      }
    }
  }

  private NavigableSet<Integer> claim(NavigableSet<Integer> others) {
    votes = new LabelVotes(folder.answers(order));
    Set<LabelPair.Name> own = new HashSet<>();
    claimed.forEach(task -> own.add(task.pair().name()));
    List<LabelTask> left = new ArrayList<>();
    Set<LabelPair.Name> later = new HashSet<>();
    int block = 0;
    free = 0;
    for (LabelTask task : rest) {
      LabelPair.Name name = task.pair().name();
      boolean taken = task.once() && others.contains(task.rank());
      if (task.repeat() ? !own.contains(name) && !later.contains(name) : !asks(task)) {
        continue;
      }
      if (block < BLOCK && !taken && !later.contains(name)) {
        claimed.add(task);
        own.add(name);
        block += task.once() ? 1 : 0;
      } else {
        left.add(task);
        later.add(name);
        free += taken ? 0 : 1;
      }
    }
    rest = left;
    NavigableSet<Integer> ranks = new TreeSet<>();
    claimed.stream().filter(LabelTask::once).forEach(task -> ranks.add(task.rank()));
    return ranks;
  }

  /** Returns whether a task is not done yet. */
  private boolean asks(LabelTask task) {
    return switch (task.purpose()) {
      case FIRST -> votes.verdict(task.pair().name()) == LabelVotes.Verdict.OPEN;
      case DECIDING -> votes.contradicted(task.pair().name());
      case SECOND, REPEAT -> true;
    };
  }

  /** Returns the number of tasks that are claimed. */
  int ready() {
    return claimed.size();
  }

  /** Ends the claim, which is void in any case once the annotator's journal is closed. */
  @Override
  public void close() {
    try {
      new LabelClaims(folder).release(annotator);
    } catch (FalconException e) {
      return; // for example on a full disk, where the answers are saved nonetheless
    }
  }
}
