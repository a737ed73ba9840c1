// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.statistics.Interval;
import dev.falcon.mining.label.LabelAnswer;
import dev.falcon.mining.label.LabelCount;
import dev.falcon.mining.label.LabelJournal;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.PairContents;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One annotator's session: the current pair, and those before and after it. An answer is in the
 * journal before the next pair is asked about. Thread-safe.
 */
final class LabelSession {
  /** The number of pairs that the page may know in advance. */
  private static final int AHEAD = 4;

  private static final String NO_NEXT =
      "All answers so far are saved, but the next pair cannot be asked about: ";

  private final LabelRequest request;
  private final LabelOrder order;
  private final String digest;
  private final LabelQueue queue;
  private final PairContents contents;
  private final LabelJournal journal;
  private final Clock clock;
  private int now;
  private boolean precise;

  LabelSession(
      LabelRequest request,
      LabelOrder order,
      LabelQueue queue,
      int answered,
      PairContents contents,
      LabelJournal journal,
      Clock clock) {
    this.request = request;
    this.order = order;
    this.digest = order.digest();
    this.queue = queue;
    this.contents = contents;
    this.journal = journal;
    this.clock = clock;
    this.now = answered;
    queue.require(answered + AHEAD);
  }

  /**
   * The state of the page.
   *
   * @param position the number of finished tasks
   * @param total the number of tasks
   * @param upcoming the current pair and the next ones, whose pictures are fetched in advance
   * @param undo whether an answer can be withdrawn
   * @param half whether half of the tasks is done, after which the result is shown without a
   *     request
   * @param trouble why no further pair can be asked about, although some are left; otherwise empty
   */
  record State(
      int position,
      int total,
      List<Upcoming> upcoming,
      boolean undo,
      boolean half,
      String trouble) {}

  /**
   * A pair with the data that the page may know: nothing that could influence the answer.
   *
   * @param number the task's number
   * @param sides the two sides
   * @param said the answers of others, if the annotator adjudicates; otherwise empty
   */
  record Upcoming(int number, List<ShownSide> sides, String said) {}

  /** An answer from the page. */
  record Given(int number, Boolean match, long ms, boolean peeked, String comment) {}

  synchronized State state() {
    List<Upcoming> upcoming = new ArrayList<>();
    String trouble = "";
    try {
      queue.require(now + AHEAD);
    } catch (FalconException e) {
      trouble = now < queue.ready() ? "" : NO_NEXT + e.getMessage();
    }
    int known = precise ? now : known();
    for (int number = now; number < known; number++) {
      upcoming.add(upcoming(number, queue.get(number)));
    }
    return new State(now, end(), upcoming, now > 0, 2 * now >= end(), precise ? "" : trouble);
  }

  private int known() {
    return Math.min(now + AHEAD, queue.ready());
  }

  private Upcoming upcoming(int number, LabelTask task) {
    return new Upcoming(
        number,
        ShownSide.of(
            contents.sides(task.pair().name()), (picture, side) -> "/image/" + number + "/" + side),
        task.purpose() == LabelTask.Purpose.DECIDING
            ? queue.votes().unnamed(task.pair().name())
            : "");
  }

  private int end() {
    return precise ? now : queue.size();
  }

  /** Records the answer on the current pair. */
  synchronized State answer(Given given) {
    if (given.number() != now || now >= end()) {
      throw new RequestException("the pair asked now is " + now + ", not " + given.number());
    }
    LabelTask task = queue.get(now);
    write(task, Optional.of(given));
    now++;
    stopIfPrecise();
    return state();
  }

  /** Withdraws the last answer. */
  synchronized State undo() {
    if (now == 0) {
      throw new RequestException("there is no answer to take back");
    }
    write(queue.get(now - 1), Optional.empty());
    now--;
    precise = false;
    return state();
  }

  /** Writes an answer; an empty one withdraws the last answer. */
  private void write(LabelTask task, Optional<Given> given) {
    LabelAnswer answer =
        new LabelAnswer(
            task.pair().imageKey(),
            task.pair().textKey(),
            given.map(Given::match).orElse(null),
            request.annotator(),
            Instant.now(clock).truncatedTo(ChronoUnit.MILLIS).toString(),
            given.map(one -> Math.max(0, one.ms())).orElse(0L),
            task.rank(),
            digest,
            given.map(Given::peeked).orElse(false),
            given.isEmpty(),
            task.repeat(),
            task.purpose() == LabelTask.Purpose.DECIDING,
            given.map(Given::comment).filter(comment -> !comment.isBlank()).orElse(null));
    journal.add(answer);
    queue.votes().add(answer);
  }

  private void stopIfPrecise() {
    if (request.stop().precision().isPresent() && now % 10 == 0) {
      Interval interval = result().interval();
      precise =
          result().labels() >= 50
              && interval != null
              && interval.halfWidth() <= request.stop().precision().get();
    }
  }

  /**
   * Returns the texts that belong to the first side of a finished task; none if its pair is of
   * pictures.
   */
  synchronized List<String> own(int number) {
    if (number < 0 || number >= now) {
      throw new RequestException("pair " + number + " is not answered");
    }
    return words(contents.own(queue.get(number).pair().imageKey()));
  }

  /** Returns the texts among the sides. */
  static List<String> words(List<PairSide> sides) {
    return sides.stream().flatMap(side -> side.words().stream()).toList();
  }

  /** Returns the two sides of a task, or none if the task may not be shown yet. */
  synchronized List<PairSide> sides(int number) {
    return number >= 0 && number < known()
        ? contents.sides(queue.get(number).pair().name())
        : List.of();
  }

  /** Returns the result so far, from the labels of all annotators. */
  synchronized LabelResult result() {
    return new LabelCount(order, queue.votes()).result(Map.of(), OptionalDouble.empty());
  }
}
