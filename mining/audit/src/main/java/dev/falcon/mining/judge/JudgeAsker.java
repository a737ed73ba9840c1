// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import java.util.Optional;

/**
 * Asks about one pair: sends the question, in a form that the server accepts, reads the answer from
 * its tokens or its votes, and keeps it. Thread-safe once {@link #adapted} has found that form.
 */
final class JudgeAsker {
  private static final int LONGEST_TEXT = 200;

  private final JudgeRequest request;
  private final AnswerCache cache;
  private final JudgeSpending spending;
  private final ChatClient client;
  private final JudgeQuestions questions;

  JudgeAsker(JudgeRequest request, AnswerCache cache, JudgeSpending spending) {
    this.request = request;
    this.cache = cache;
    this.spending = spending;
    this.client = new ChatClient(request.server(), request.settings());
    this.questions = new JudgeQuestions(request);
  }

  /** The cost of an answer: the tokens of its questions and replies, and the repeated questions. */
  private record Spent(long in, long out, long retries) {
    Spent plus(ChatReply reply) {
      return new Spent(in + reply.tokensIn(), out + reply.tokensOut(), retries + reply.retries());
    }
  }

  /** Returns the answer of this run or an earlier one, if there is one. */
  Optional<JudgedAnswer> known(AskedPair sides) {
    return cache.find(questions.key(sides));
  }

  /** Returns the number of questions that were sent again. */
  long retries() {
    return client.retries();
  }

  /** Asks in a form that the server accepts, which later questions then have. */
  JudgedAnswer adapted(AskedPair sides) {
    while (true) {
      try {
        return ask(sides);
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

  /** Asks, and keeps the answer for later runs. */
  JudgedAnswer ask(AskedPair sides) throws InterruptedException {
    long begin = System.nanoTime();
    String key = questions.key(sides);
    int votes = request.settings().votes();
    ObjectNode question = questions.of(sides, request.prompt());
    JudgedAnswer answer = votes == 0 ? byTokens(question, key) : byVotes(question, votes, key);
    if (request.settings().bothWays() && answer.score() != null) {
      ObjectNode opposite = questions.of(sides, request.prompt().opposite());
      answer = answer.withOpposite(byTokens(opposite, key));
    }
    cache.add(answer);
    spending.add(answer, System.nanoTime() - begin);
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
}
