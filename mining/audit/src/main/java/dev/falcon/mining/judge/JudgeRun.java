// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.FalconException;
import dev.falcon.data.Warning;
import dev.falcon.mining.label.LabelPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Asks questions concurrently, up to a limit. The first is asked alone, since it finds the form
 * that the server accepts. After the first few, a forecast gives the cost of the others. {@link
 * JudgeStop} ends the run early.
 */
final class JudgeRun implements AutoCloseable {
  private static final int FIRST_ANSWERS = 8;

  private final JudgeRequest request;
  private final PairForm form;
  private final JudgeTalk talk;
  private final LongConsumer done;
  private final int pairs;
  private final JudgeSpending spending;
  private final JudgeAsker asker;
  private final JudgeStop stop = new JudgeStop();
  private final ExecutorService threads;
  private final Semaphore waiting;
  private final Map<LabelPair.Name, JudgedAnswer> answered = new LinkedHashMap<>();
  private final Map<LabelPair.Name, String> refused = new LinkedHashMap<>();
  private List<AskedPair> first = List.of();
  private Optional<JudgeProbe> probe = Optional.empty();
  private boolean probed;
  private int submitted;
  private int asked;

  /**
   * Creates a run.
   *
   * @param request the request, whose prompt is worded for the form of its pairs
   * @param pairs the number of pairs
   * @param done receives the number of pairs as they are settled
   */
  JudgeRun(
      JudgeRequest request,
      PairForm form,
      AnswerCache cache,
      JudgeTalk talk,
      int pairs,
      LongConsumer done) {
    this.form = form;
    this.request = request;
    this.talk = talk;
    this.pairs = pairs;
    this.done = done;
    this.spending = new JudgeSpending(request.settings().prices());
    this.asker = new JudgeAsker(request, cache, spending);
    int concurrency = request.settings().concurrency();
    this.threads = Executors.newFixedThreadPool(concurrency);
    this.waiting = new Semaphore(2 * concurrency);
  }

  /** Returns whether an answer is a score. */
  static boolean counts(JudgedAnswer answer) {
    return answer != null && answer.counts();
  }

  boolean continues() {
    return !stop.isReached();
  }

  Optional<String> stopped() {
    return stop.reason();
  }

  /** Returns the number of pairs that this run has asked about. */
  synchronized int asked() {
    return asked;
  }

  long retries() {
    return asker.retries();
  }

  /** Returns the answers on the pairs whose truth is known; empty if they were not asked about. */
  Optional<JudgeProbe> probe() {
    return probe;
  }

  /**
   * Submits a pair; waits while many are in progress.
   *
   * @param own gives the first side with its own second side, which is asked about before the first
   *     pair
   */
  void submit(LabelPair.Name pair, AskedPair sides, Supplier<AskedPair> own) {
    if (first.isEmpty()) {
      first = JudgeProbe.questions(form, own.get());
      probe = probe(sample -> Optional.empty());
    }
    Optional<JudgedAnswer> before = asker.known(sides);
    if (before.isPresent()) {
      keep(pair, before.get());
      return;
    }
    if (!continues()) {
      return;
    }
    if (!probed) {
      probe = probe(sample -> Optional.of(asker.adapted(sample)));
      probe.flatMap(JudgeProbe::unreadable).ifPresent(JudgeRun::refuse);
      probe.flatMap(found -> found.doubt(form)).ifPresent(doubt -> talk.note(Warning.line(doubt)));
      keepAsked(pair, asker.adapted(sides));
      probed = true;
      submitted = 1;
      return;
    }
    if (submitted++ == FIRST_ANSWERS) {
      forecast();
      if (!continues()) {
        return;
      }
    }
    acquire(1);
    threads.execute(
        () -> {
          try {
            work(pair, sides);
          } finally {
            waiting.release();
          }
        });
  }

  private void work(LabelPair.Name pair, AskedPair sides) {
    if (!continues()) {
      return;
    }
    try {
      keepAsked(pair, asker.ask(sides));
    } catch (ChatException e) {
      fail(pair, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      stop.brokeOff(e);
    }
  }

  private void acquire(int permits) {
    try {
      waiting.acquire(permits);
    } catch (InterruptedException e) {
      throw ChatClient.interrupted(e);
    }
  }

  private static void refuse(String reason) {
    throw new FalconException(reason);
  }

  /**
   * Waits for the first answers, reports the forecast for the others, and asks the user to confirm.
   */
  private void forecast() {
    int all = 2 * request.settings().concurrency();
    acquire(all);
    waiting.release(all);
    boolean goesOn =
        spending
            .forecast(left())
            .map(forecast -> talk.confirmed(forecast.text(request.settings())))
            .orElse(true);
    if (!goesOn) {
      stop.unconfirmed();
    }
  }

  private synchronized int left() {
    return pairs - answered.size() - refused.size();
  }

  /**
   * Returns the probe with the answers that are known, and those that the given function finds;
   * empty if one is missing.
   */
  private Optional<JudgeProbe> probe(Function<AskedPair, Optional<JudgedAnswer>> otherwise) {
    List<JudgedAnswer> answers = new ArrayList<>();
    for (AskedPair sample : first) {
      asker.known(sample).or(() -> otherwise.apply(sample)).ifPresent(answers::add);
    }
    return answers.size() == first.size() ? Optional.of(JudgeProbe.of(answers)) : Optional.empty();
  }

  private synchronized void keepAsked(LabelPair.Name pair, JudgedAnswer answer) {
    asked++;
    stop.answered(answer); // an answer of an earlier run would end each run again
    keep(pair, answer);
  }

  private synchronized void keep(LabelPair.Name pair, JudgedAnswer answer) {
    answered.put(pair, answer);
    stop.spent(spending);
    done.accept(1);
  }

  private synchronized void fail(LabelPair.Name pair, String reason) {
    refused.put(pair, reason);
    stop.refused(reason);
    done.accept(1);
  }

  /**
   * Waits for all questions in progress, and passes on the answers, and the reasons for missing
   * ones. Throws what ended the run, if a question failed for a reason that is not the server's.
   */
  void finish(Map<LabelPair.Name, JudgedAnswer> answers, Map<LabelPair.Name, String> reasons) {
    threads.shutdown();
    try {
      while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
        Thread.onSpinWait();
      }
    } catch (InterruptedException e) {
      throw ChatClient.interrupted(e);
    }
    stop.rethrow();
    synchronized (this) {
      answers.putAll(answered);
      reasons.putAll(refused);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
