// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A server's reply to a question.
 *
 * @param text the model's answer
 * @param tokens the tokens with which the answer might have begun; empty if the server gives no
 *     probabilities
 * @param thought whether the model thought before it answered
 * @param refused whether the model or the server refused to answer; the text then gives the reason
 * @param tokensIn the number of tokens of the question; 0 if the server does not report it
 * @param tokensOut the number of tokens of the answer
 * @param retries the number of times that the question was sent again
 */
record ChatReply(
    String text,
    List<YesNo.Token> tokens,
    boolean thought,
    boolean refused,
    long tokensIn,
    long tokensOut,
    String model,
    Optional<String> fingerprint,
    long retries) {
  private static final int OK = 200;

  /** The value that servers return for minus infinity. */
  private static final double NEVER = -9000;

  /**
   * Reads a reply.
   *
   * @throws ChatException if the server's reply is not one of a chat, or has a probability above 1
   */
  static ChatReply of(JsonNode reply, long retries) {
    JsonNode choice = reply.path("choices").path(0);
    if (choice.isMissingNode()) {
      throw new ChatException(OK, "the server's reply has no choices");
    }
    JsonNode message = choice.path("message");
    String refusal = message.path("refusal").asText("");
    boolean filtered = choice.path("finish_reason").asText("").equals("content_filter");
    boolean refused = filtered || !(refusal.isBlank() || refusal.equals("null"));
    String text = message.path("content").asText("");
    if (refused) {
      text = refusal.isBlank() ? "refused (content_filter)" : refusal;
    }
    boolean thought =
        !message.path("reasoning").asText("").isEmpty()
            || !message.path("reasoning_content").asText("").isEmpty()
            || text.stripLeading().startsWith("<think");
    return new ChatReply(
        text,
        tokens(choice.path("logprobs").path("content")),
        thought,
        refused,
        count(reply.path("usage").path("prompt_tokens")),
        count(reply.path("usage").path("completion_tokens")),
        reply.path("model").asText(""),
        Optional.ofNullable(reply.path("system_fingerprint").asText(null)),
        retries);
  }

  /** Returns a number of tokens; 0 if the server does not report one. */
  private static long count(JsonNode tokens) {
    return Math.max(0, Math.min(Integer.MAX_VALUE, tokens.asLong()));
  }

  /** Returns the candidates for the first token that is not white space. */
  private static List<YesNo.Token> tokens(JsonNode content) {
    for (JsonNode place : content) {
      if (!place.path("token").asText("").isBlank()) {
        List<YesNo.Token> tokens = new ArrayList<>();
        for (JsonNode candidate : place.path("top_logprobs")) {
          JsonNode log = candidate.path("logprob");
          if (log.isNumber() && log.asDouble() > NEVER) {
            if (!(log.asDouble() <= 1e-3)) {
              throw new ChatException(
                  OK, "the server gives the log probability " + log + ", which is above 0");
            }
            tokens.add(new YesNo.Token(candidate.path("token").asText(), log.asDouble()));
          }
        }
        return tokens;
      }
    }
    return List.of();
  }
}
