package dev.falcon.mining.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
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
import java.util.function.Consumer;
import java.util.function.Function;
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
  private List<JudgeProbe.Asked> first = List.of();
  private Optional<JudgeProbe> probe = Optional.empty();
  private int failures;
  private int asked;
  private int replies;
  private long tokensIn;
  private long tokensOut;
  private Optional<String> stopped = Optional.empty();

  JudgeRun(JudgeRequest request, AnswerCache cache, Consumer<String> notes, LongConsumer done) {
    this.request = request;
    this.cache = cache;
    this.notes = notes;
    this.done = done;
    this.client = new ChatClient(request.server(), request.settings());
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
  void submit(LabelPair.Name pair, SentPicture picture, String caption, String own) {
    if (first.isEmpty()) {
      first = JudgeProbe.questions(picture, own);
      probe = probe(asked -> cache.find(key(asked)));
    }
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
      probe = probe(asked -> Optional.of(adapted(asked.picture(), asked.caption(), key(asked))));
      probe.flatMap(JudgeProbe::doubt).ifPresent(doubt -> notes.accept("attention: " + doubt));
      keep(pair, adapted(picture, caption, key));
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
  /** The answers on pictures whose truth is known, where they were asked. */
  Optional<JudgeProbe> probe() {
    return probe;
  }

  /** The probe by what is known already, and by the given way to know more, if that is all. */
  private Optional<JudgeProbe> probe(Function<JudgeProbe.Asked, Optional<JudgedAnswer>> known) {
    List<JudgedAnswer> answers = new ArrayList<>();
    for (JudgeProbe.Asked asked : first) {
      cache.find(key(asked)).or(() -> known.apply(asked)).ifPresent(answers::add);
    }
    return answers.size() == first.size() ? Optional.of(JudgeProbe.of(answers)) : Optional.empty();
  }

  private String key(JudgeProbe.Asked asked) {
    return questions.key(asked.picture(), asked.caption());
  }

  /** Asks in the form that the server takes. */
  private JudgedAnswer adapted(SentPicture picture, String caption, String key) {
    while (true) {
      try {
        return ask(picture, caption, key);
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

  private JudgedAnswer ask(SentPicture picture, String caption, String key)
      throws InterruptedException {
    int votes = request.settings().votes();
    ObjectNode question = questions.of(picture, caption, request.prompt());
    JudgedAnswer answer = votes == 0 ? byTokens(question, key) : byVotes(question, votes, key);
    if (request.settings().bothWays() && answer.score() != null) {
      ObjectNode opposite = questions.of(picture, caption, request.prompt().opposite());
      answer = answer.withOpposite(byTokens(opposite, key));
    }
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

  private JudgedAnswer answer(
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
        request.server().withoutKey(text),
        request.server().withoutKey(last.model()),
        last.fingerprint().map(request.server()::withoutKey).orElse(null));
  }

  private synchronized void keep(LabelPair.Name pair, JudgedAnswer answer) {
    answered.put(pair, answer);
    failures = 0;
    done.accept(1);
  }

  private synchronized void counted(JudgedAnswer answer) {
    replies++;
    asked += probe.isPresent() ? 1 : 0;
    tokensIn += answer.tokensIn();
    tokensOut += answer.tokensOut();
    JudgeRequest.Prices prices = request.settings().prices();
    double cost = prices.of(tokensIn, tokensOut);
    if (probe.isPresent() && asked == FIRST_ANSWERS) {
      notes.accept(
          String.format(
              Locale.ROOT,
              "about %,d tokens per pair in and %,d out%s",
              tokensIn / replies,
              tokensOut / replies,
              cost > 0
                  ? String.format(Locale.ROOT, ", %.4f for 1,000 pairs", 1000 * cost / replies)
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
