package dev.falcon.mining.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.mining.label.LabelPair;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Concurrent questions, up to a limit. The first is asked alone, since it shows what the server
 * takes. Many final refusals in a row end the run, as does what it may cost.
 */
final class JudgeRun implements AutoCloseable {
  /** Below this mass an answer says neither yes nor no. */
  static final double LEAST_MASS = 0.5;

  private static final int MOST_FAILURES = 20;
  private static final int FIRST_ANSWERS = 8;
  private static final int LONGEST_TEXT = 200;

  private final JudgeRequest request;
  private final AnswerCache cache;
  private final Consumer<String> notes;
  private final LongConsumer done;
  private final ChatClient client;
  private final JudgeQuestions questions;
  private final ExecutorService threads;
  private final Semaphore waiting;
  private final Map<LabelPair.Name, JudgedAnswer> answered = new LinkedHashMap<>();
  private final Map<LabelPair.Name, String> refused = new LinkedHashMap<>();
  private boolean probed;
  private int failures;
  private int asked;
  private long tokensIn;
  private long tokensOut;
  private Optional<String> stopped = Optional.empty();

  JudgeRun(JudgeRequest request, AnswerCache cache, Consumer<String> notes, LongConsumer done) {
    this.request = request;
    this.cache = cache;
    this.notes = notes;
    this.done = done;
    this.client = new ChatClient(request.server());
    this.questions = new JudgeQuestions(request);
    int concurrency = request.settings().concurrency();
    this.threads = Executors.newFixedThreadPool(concurrency);
    this.waiting = new Semaphore(2 * concurrency);
  }

  /** Returns whether an answer is a score. */
  static boolean counts(JudgedAnswer answer) {
    return answer != null && answer.score() != null && answer.mass() >= LEAST_MASS;
  }

  synchronized boolean goesOn() {
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

  /** Takes a pair; waits where many are under way. */
  void submit(LabelPair.Name pair, SentPicture picture, String caption) {
    String key = questions.key(picture, caption);
    Optional<JudgedAnswer> before = cache.find(key);
    if (before.isPresent()) {
      keep(pair, before.get());
      return;
    }
    if (!goesOn()) {
      return;
    }
    if (!probed) {
      keep(pair, probe(picture, caption, key));
      probed = true;
      return;
    }
    try {
      waiting.acquire();
    } catch (InterruptedException e) {
      throw ChatClient.interrupted(e);
    }
    threads.execute(
        () -> {
          try {
            work(pair, picture, caption, key);
          } finally {
            waiting.release();
          }
        });
  }

  private void work(LabelPair.Name pair, SentPicture picture, String caption, String key) {
    if (!goesOn()) {
      return;
    }
    try {
      keep(pair, ask(picture, caption, key));
    } catch (FalconException e) {
      fail(pair, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The first question, in one form after the other until the server takes one. */
  private JudgedAnswer probe(SentPicture picture, String caption, String key) {
    while (true) {
      try {
        return ask(picture, caption, key);
      } catch (ChatException e) {
        if (!questions.adapt(e)) {
          throw e;
        }
      } catch (InterruptedException e) {
        throw ChatClient.interrupted(e);
      }
    }
  }

  private JudgedAnswer ask(SentPicture picture, String caption, String key)
      throws InterruptedException {
    ObjectNode question = questions.of(picture, caption);
    int votes = request.settings().votes();
    JudgedAnswer answer = votes == 0 ? byTokens(question, key) : byVotes(question, votes, key);
    cache.add(answer);
    counted(answer);
    return answer;
  }

  private JudgedAnswer byTokens(ObjectNode question, String key) throws InterruptedException {
    ChatReply reply = client.ask(question);
    if (reply.thought()) {
      throw new ChatException(
          200,
          request.server().model()
              + " thinks before it answers; switch that off by an extra field of the server's, such"
              + " as {\"chat_template_kwargs\":{\"enable_thinking\":false}}");
    }
    if (reply.tokens().isEmpty()) {
      throw new ChatException(
          200,
          request.server().address().getHost()
              + ": gives no probabilities of tokens (logprobs); ask for votes");
    }
    Optional<YesNo.Verdict> verdict = request.settings().words().verdict(reply.tokens());
    return answer(
        key,
        verdict.map(YesNo.Verdict::probability),
        verdict.map(YesNo.Verdict::mass).orElse(0.0),
        reply,
        reply.tokensIn(),
        reply.tokensOut());
  }

  private JudgedAnswer byVotes(ObjectNode question, int votes, String key)
      throws InterruptedException {
    int yes = 0;
    int read = 0;
    long in = 0;
    long out = 0;
    ChatReply reply = null;
    for (int vote = 0; vote < votes; vote++) {
      Optional<Boolean> said = Optional.empty();
      for (int attempt = 0; attempt < 2 && said.isEmpty(); attempt++) {
        reply = client.ask(question);
        in += reply.tokensIn();
        out += reply.tokensOut();
        said = request.settings().words().of(reply.text());
      }
      read += said.isPresent() ? 1 : 0;
      yes += said.orElse(false) ? 1 : 0;
    }
    Optional<Double> score = read == 0 ? Optional.empty() : Optional.of((yes + 1.0) / (read + 2));
    return answer(key, score, (double) read / votes, reply, in, out);
  }

  private static JudgedAnswer answer(
      String key, Optional<Double> score, double mass, ChatReply last, long in, long out) {
    String text =
        last.text().length() > LONGEST_TEXT
            ? last.text().substring(0, LONGEST_TEXT) + "…"
            : last.text();
    return new JudgedAnswer(
        key,
        score.orElse(null),
        mass,
        in,
        out,
        text,
        last.model(),
        last.fingerprint().orElse(null));
  }

  private synchronized void keep(LabelPair.Name pair, JudgedAnswer answer) {
    answered.put(pair, answer);
    failures = 0;
    done.accept(1);
  }

  private synchronized void counted(JudgedAnswer answer) {
    asked++;
    tokensIn += answer.tokensIn();
    tokensOut += answer.tokensOut();
    JudgeRequest.Prices prices = request.settings().prices();
    double cost = prices.of(tokensIn, tokensOut);
    if (asked == FIRST_ANSWERS) {
      notes.accept(
          String.format(
              Locale.ROOT,
              "about %,d tokens per pair in and %,d out%s",
              tokensIn / asked,
              tokensOut / asked,
              cost > 0
                  ? String.format(Locale.ROOT, ", %.4f for 1,000 pairs", 1000 * cost / asked)
                  : ""));
    }
    if (prices.most().isPresent() && cost >= prices.most().getAsDouble()) {
      stop(String.format(Locale.ROOT, "what it may cost is reached: %.4f", cost));
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

  /** Waits for all that is under way, and hands over what there is. */
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
      answers.putAll(answered);
      reasons.putAll(refused);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
