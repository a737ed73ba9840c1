package dev.falcon.mining.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Warning;
import dev.falcon.mining.label.LabelPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
 * that the server accepts. After the first few, a forecast gives the cost of the others. The run
 * ends after many permanent refusals in a row, after many answers in a row that are neither yes nor
 * no, or when it has reached the cost limit.
 */
final class JudgeRun implements AutoCloseable {
  private static final int MOST_FAILURES = 20;
  private static final int FIRST_ANSWERS = 8;
  private static final int LONGEST_TEXT = 200;

  private final JudgeRequest request;
  private final AnswerCache cache;
  private final JudgeTalk talk;
  private final LongConsumer done;
  private final int pairs;
  private final ChatClient client;
  private final JudgeQuestions questions;
  private final ExecutorService threads;
  private final Semaphore waiting;
  private final Map<LabelPair.Name, JudgedAnswer> answered = new LinkedHashMap<>();
  private final Map<LabelPair.Name, String> refused = new LinkedHashMap<>();
  private boolean probed;
  private int submitted;
  private final PairForm form;
  private List<AskedPair> first = List.of();
  private Optional<JudgeProbe> probe = Optional.empty();
  private int failures;
  private int unreadable;
  private long nanoseconds; // of all questions of this run
  private int asked;
  private int replies;
  private long tokensIn;
  private long tokensOut;
  private Optional<String> stopped = Optional.empty();
  private Optional<Throwable> broken = Optional.empty();

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
    this.cache = cache;
    this.talk = talk;
    this.pairs = pairs;
    this.done = done;
    this.client = new ChatClient(request.server(), request.settings());
    this.questions = new JudgeQuestions(request);
    int concurrency = request.settings().concurrency();
    this.threads = Executors.newFixedThreadPool(concurrency);
    this.waiting = new Semaphore(2 * concurrency);
  }

  /** Returns whether an answer is a score. */
  static boolean counts(JudgedAnswer answer) {
    return answer != null && answer.counts();
  }

  synchronized boolean continues() {
    return stopped.isEmpty();
  }

  synchronized Optional<String> stopped() {
    return stopped;
  }

  synchronized int asked() {
    return asked;
  }

  long retries() {
    return client.retries();
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
      probe = probe(asked -> cache.find(questions.key(asked)));
    }
    String key = questions.key(sides);
    Optional<JudgedAnswer> before = cache.find(key);
    if (before.isPresent()) {
      keep(pair, before.get());
      return;
    }
    if (!continues()) {
      return;
    }
    if (!probed) {
      probe = probe(asked -> Optional.of(adapted(asked, questions.key(asked))));
      probe.flatMap(JudgeProbe::unreadable).ifPresent(JudgeRun::refuse);
      probe.flatMap(found -> found.doubt(form)).ifPresent(doubt -> talk.note(Warning.line(doubt)));
      keep(pair, adapted(sides, key));
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
            work(pair, sides, key);
          } finally {
            waiting.release();
          }
        });
  }

  private void work(LabelPair.Name pair, AskedPair sides, String key) {
    if (!continues()) {
      return;
    }
    try {
      keep(pair, ask(sides, key));
    } catch (ChatException e) {
      fail(pair, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      breakOff(e);
    }
  }

  /**
   * Ends the run for a reason that is not the server's, such as a full disk; see {@link #finish}.
   */
  private synchronized void breakOff(Throwable cause) {
    broken = broken.or(() -> Optional.of(cause));
    stop(String.valueOf(cause.getMessage()));
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
    String forecast;
    synchronized (this) {
      if (replies == 0) {
        return;
      }
      forecast =
          new JudgeForecast(
                  pairs - answered.size() - refused.size(),
                  tokensIn / replies,
                  tokensOut / replies,
                  nanoseconds / 1e9 / replies)
              .text(request.settings());
    }
    if (!talk.confirmed(forecast)) {
      synchronized (this) {
        stop("it was not confirmed");
      }
    }
  }

  /** Returns the answers on the pairs whose truth is known; empty if they were not asked about. */
  Optional<JudgeProbe> probe() {
    return probe;
  }

  /**
   * Returns the probe with the answers that are known, and those that the given function finds;
   * empty if one is missing.
   */
  private Optional<JudgeProbe> probe(Function<AskedPair, Optional<JudgedAnswer>> known) {
    List<JudgedAnswer> answers = new ArrayList<>();
    for (AskedPair asked : first) {
      cache.find(questions.key(asked)).or(() -> known.apply(asked)).ifPresent(answers::add);
    }
    return answers.size() == first.size() ? Optional.of(JudgeProbe.of(answers)) : Optional.empty();
  }

  /** Asks in a form that the server accepts. */
  private JudgedAnswer adapted(AskedPair sides, String key) {
    while (true) {
      try {
        return ask(sides, key);
      } catch (ChatException e) {
        if (!questions.adapt(e)) {
          throw e.status() / 100 == 4 && e.getMessage().contains("logprobs")
              ? new ChatException(e.status(), e.getMessage() + "; ask for votes")
              : e;
        }
      } catch (InterruptedException e) {
        throw ChatClient.interrupted(e);
      }
    }
  }

  private JudgedAnswer ask(AskedPair sides, String key) throws InterruptedException {
    long begin = System.nanoTime();
    int votes = request.settings().votes();
    ObjectNode question = questions.of(sides, request.prompt());
    JudgedAnswer answer = votes == 0 ? byTokens(question, key) : byVotes(question, votes, key);
    if (request.settings().bothWays() && answer.score() != null) {
      ObjectNode opposite = questions.of(sides, request.prompt().opposite());
      answer = answer.withOpposite(byTokens(opposite, key));
    }
    cache.add(answer);
    counted(answer, System.nanoTime() - begin);
    return answer;
  }

  /** Sends a question. A limit on the cost needs the numbers of tokens of every reply. */
  private ChatReply reply(ObjectNode question) throws InterruptedException {
    ChatReply reply = client.ask(question);
    if (request.settings().prices().most().isPresent() && reply.tokensIn() == 0) {
      throw new FalconException(
          request.server().address().getHost()
              + ": reports no numbers of tokens (usage), without which a limit on the cost cannot"
              + " be kept; omit the limit");
    }
    return reply;
  }

  private JudgedAnswer byTokens(ObjectNode question, String key) throws InterruptedException {
    ChatReply reply = reply(question);
    if (reply.thought()) {
      throw new ChatException(
          200,
          request.server().model()
              + " thinks before it answers; switch that off by an extra field of the server's, such"
              + " as {\"chat_template_kwargs\":{\"enable_thinking\":false}}");
    }
    if (reply.tokens().isEmpty() && !reply.refused()) {
      throw new ChatException(
          200,
          request.server().address().getHost()
              + ": gives no probabilities of tokens (logprobs); ask for votes");
    }
    Optional<YesNo.Verdict> verdict =
        reply.refused() ? Optional.empty() : request.settings().words().verdict(reply.tokens());
    return answer(
        key,
        verdict.map(YesNo.Verdict::probability),
        verdict.map(YesNo.Verdict::mass).orElse(0.0),
        reply,
        new Spent(reply.tokensIn(), reply.tokensOut(), reply.retries()));
  }

  /**
   * The cost of an answer: the tokens of its questions and replies, and the number of questions
   * sent again.
   */
  private record Spent(long in, long out, long retries) {
    Spent plus(ChatReply reply) {
      return new Spent(in + reply.tokensIn(), out + reply.tokensOut(), retries + reply.retries());
    }
  }

  private JudgedAnswer byVotes(ObjectNode question, int votes, String key)
      throws InterruptedException {
    int yes = 0;
    int read = 0;
    Spent spent = new Spent(0, 0, 0);
    ChatReply reply = null;
    for (int vote = 0; vote < votes; vote++) {
      Optional<Boolean> said = Optional.empty();
      for (int attempt = 0; attempt < 2 && said.isEmpty(); attempt++) {
        reply = reply(question);
        spent = spent.plus(reply);
        said = request.settings().words().of(reply.text());
      }
      read += said.isPresent() ? 1 : 0;
      yes += said.orElse(false) ? 1 : 0;
    }
    Optional<Double> score = read == 0 ? Optional.empty() : Optional.of((yes + 1.0) / (read + 2));
    return answer(key, score, (double) read / votes, reply, spent);
  }

  private JudgedAnswer answer(
      String key, Optional<Double> score, double mass, ChatReply last, Spent spent) {
    JudgeServer server = request.server();
    return new JudgedAnswer(
        key,
        score.orElse(null),
        mass,
        spent.in(),
        spent.out(),
        server.shown(last.text(), LONGEST_TEXT),
        server.shown(last.model(), LONGEST_TEXT),
        last.fingerprint().map(text -> server.shown(text, LONGEST_TEXT)).orElse(null),
        spent.retries());
  }

  private synchronized void keep(LabelPair.Name pair, JudgedAnswer answer) {
    answered.put(pair, answer);
    failures = 0;
    unreadable = counts(answer) ? 0 : unreadable + 1;
    done.accept(1);
    if (unreadable >= MOST_FAILURES) {
      stop(MOST_FAILURES + " answers in a row say neither yes nor no, the last: " + answer.text());
    }
  }

  private synchronized void counted(JudgedAnswer answer, long took) {
    replies++;
    asked += probe.isPresent() ? 1 : 0;
    tokensIn += answer.tokensIn();
    tokensOut += answer.tokensOut();
    nanoseconds += took;
    JudgeRequest.Prices prices = request.settings().prices();
    double cost = prices.of(tokensIn, tokensOut);
    if (prices.most().isPresent() && cost >= prices.most().getAsDouble()) {
      stop(String.format(Locale.ROOT, "the limit on the cost is reached: %.4f", cost));
    }
  }

  private synchronized void fail(LabelPair.Name pair, String reason) {
    refused.put(pair, reason);
    done.accept(1);
    if (++failures >= MOST_FAILURES) {
      stop(MOST_FAILURES + " questions in a row were refused, the last: " + reason);
    }
  }

  private void stop(String why) {
    stopped = stopped.or(() -> Optional.of(why));
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
    synchronized (this) {
      if (broken.orElse(null) instanceof Error error) {
        throw error;
      }
      if (broken.orElse(null) instanceof RuntimeException failure) {
        throw failure;
      }
      answers.putAll(answered);
      reasons.putAll(refused);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
