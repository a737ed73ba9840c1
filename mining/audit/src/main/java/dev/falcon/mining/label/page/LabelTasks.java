// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.label.LabelAnswer;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.LabelVotes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sequence of an annotator's tasks: the annotator's earlier answers, which can be withdrawn; a
 * share of the pairs that others have answered; and the open pairs from the start of the order.
 * Every twentieth task repeats a pair that was answered some time before. An annotator who
 * adjudicates is asked only about the pairs on which others contradict each other.
 *
 * @param all the tasks, in order
 * @param answered the number of tasks that the annotator has answered
 */
record LabelTasks(List<LabelTask> all, int answered) {
  private static final int EVERY = 20;

  /** The least number of other pairs before a pair is repeated. */
  private static final int APART = 10;

  LabelTasks {
    all = List.copyOf(all);
  }

  static LabelTasks of(LabelOrder order, LabelVotes votes, LabelRequest request) {
    List<LabelTask> before = new ArrayList<>();
    List<LabelTask> others = new ArrayList<>();
    List<LabelTask> open = new ArrayList<>();
    Set<LabelPair.Name> seen = new HashSet<>();
    RandomStream overlap = RandomStream.of(order.design().seed(), "labels of two");
    for (int rank = 0; rank < order.pairs().size(); rank++) {
      LabelPair pair = order.pairs().get(rank);
      if (!seen.add(pair.name())) {
        continue;
      }
      boolean within = seen.size() <= request.stop().count();
      boolean chosen = overlap.nextDouble() < request.overlap();
      Optional<LabelAnswer> own = votes.of(request.annotator(), pair.name());
      if (own.isPresent()) {
        boolean decided = own.get().adjudicated();
        if (decided == request.adjudicate()) {
          before.add(
              new LabelTask(
                  rank, pair, decided ? LabelTask.Purpose.DECIDING : LabelTask.Purpose.FIRST));
        }
      } else if (request.adjudicate()) {
        if (votes.contradicted(pair.name())) {
          open.add(new LabelTask(rank, pair, LabelTask.Purpose.DECIDING));
        }
      } else if (within && votes.verdict(pair.name()) == LabelVotes.Verdict.OPEN) {
        open.add(new LabelTask(rank, pair, LabelTask.Purpose.FIRST));
      } else if (within && chosen) {
        others.add(new LabelTask(rank, pair, LabelTask.Purpose.SECOND));
      }
    }
    before.sort(
        java.util.Comparator.comparing(
            task -> votes.of(request.annotator(), task.pair().name()).orElseThrow().at()));
    others.addAll(open);
    RandomStream again = RandomStream.of(order.design().seed(), "labels again");
    return new LabelTasks(
        request.adjudicate()
            ? Stream.concat(before.stream(), open.stream()).toList()
            : withRepeats(before, others, again),
        before.size());
  }

  private static List<LabelTask> withRepeats(
      List<LabelTask> before, List<LabelTask> next, RandomStream random) {
    List<LabelTask> all = new ArrayList<>(before);
    List<LabelTask> asked = new ArrayList<>(before);
    for (LabelTask task : next) {
      all.add(task);
      asked.add(task);
      if (asked.size() % EVERY == 0) {
        LabelTask again = asked.get(random.nextInt(asked.size() - APART));
        all.add(new LabelTask(again.rank(), again.pair(), LabelTask.Purpose.REPEAT));
      }
    }
    return all;
  }
}
