// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Makes the questions of a run: first the pictures, then one text. The first question finds a form
 * that the server accepts, which all other questions then have.
 */
final class JudgeQuestions {
  private static final int[] CANDIDATES = {20, 10, 5};
  private static final Pattern SECRET =
      Pattern.compile(
          "key|.*api[-_]?key.*|.*authorization.*|.*secret.*|password|.*access[-_]?token.*",
          Pattern.CASE_INSENSITIVE);

  private final JudgeRequest request;
  private final ObjectNode extra;
  private int step;
  private String limit = "max_tokens";

  JudgeQuestions(JudgeRequest request) {
    this.request = request;
    this.extra = extra(request);
  }

  private static ObjectNode extra(JudgeRequest request) {
    String text = request.settings().extra();
    try {
      JsonNode parsed = Json.mapper().readTree(text.isBlank() ? "{}" : text);
      if (parsed instanceof ObjectNode fields) {
        fields.fieldNames().forEachRemaining(JudgeQuestions::refuseSecret);
        return fields;
      }
    } catch (JsonProcessingException e) {
      throw noObject(request, text);
    }
    throw noObject(request, text);
  }

  private static RequestException noObject(JudgeRequest request, String text) {
    return new RequestException(
        "the extra fields are not a JSON object: " + request.server().withoutKey(text));
  }

  private static void refuseSecret(String field) {
    if (SECRET.matcher(field).matches()) {
      throw new RequestException(
          "the extra fields hold '" + field + "'; a key goes into the environment");
    }
  }

  /** Returns the question on a pair. */
  ObjectNode of(AskedPair pair, JudgePrompt prompt) {
    boolean votes = request.settings().votes() > 0;
    ObjectNode question = Json.mapper().createObjectNode();
    question.put("model", request.server().model());
    ArrayNode content =
        question.putArray("messages").addObject().put("role", "user").putArray("content");
    for (SentPicture picture : pair.pictures()) {
      content
          .addObject()
          .put("type", "image_url")
          .putObject("image_url")
          .put(
              "url",
              "data:"
                  + picture.type()
                  + ";base64,"
                  + Base64.getEncoder().encodeToString(picture.bytes()));
    }
    content.addObject().put("type", "text").put("text", prompt.question(pair));
    question.put("temperature", votes ? 1 : 0);
    question.put(limit, votes ? 8 : 1);
    if (!votes) {
      question.put("logprobs", true).put("top_logprobs", CANDIDATES[step]);
    }
    question.put("stream", false);
    question.setAll(extra);
    return question;
  }

  /**
   * Changes the form of further questions after a refusal.
   *
   * @return whether there is another form to try
   */
  boolean adapt(ChatException refusal) {
    String said = Optional.ofNullable(refusal.getMessage()).orElse("");
    boolean form = refusal.status() == 400 || refusal.status() == 422;
    if (form && said.contains("max_completion_tokens") && limit.equals("max_tokens")) {
      limit = "max_completion_tokens";
      return true;
    }
    if (form && said.contains("logprobs") && step + 1 < CANDIDATES.length) {
      step++;
      return true;
    }
    return false;
  }

  /** Returns the words of an answer as JSON, those of each side in alphabetical order. */
  static JsonNode words(YesNo words) {
    ObjectNode sides = Json.mapper().createObjectNode();
    words.yes().stream().sorted().forEach(sides.putArray("yes")::add);
    words.no().stream().sorted().forEach(sides.putArray("no")::add);
    return sides;
  }

  /**
   * Returns the identity of a question: a digest of all that changes its answer, or the reading of
   * the answer.
   */
  String key(AskedPair pair) {
    ObjectNode form = Json.mapper().createObjectNode();
    form.put("model", request.server().model());
    form.put("question", request.prompt().question(pair));
    if (request.settings().bothWays()) {
      form.put("opposite", request.prompt().opposite().question(pair));
    }
    form.put("votes", request.settings().votes());
    form.set("words", words(request.settings().words()));
    form.set("extra", extra);
    String name = "picture";
    for (SentPicture picture : pair.pictures()) {
      form.put(name, Sha256.of(picture.bytes()));
      name = "second_picture";
    }
    return Sha256.of(Json.line(form).getBytes(StandardCharsets.UTF_8));
  }
}
