// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The readers of a judge's answers, for fuzzing. */
public final class JudgeFiles {
  /** The table that the answers lie beside. */
  public static final String TABLE = "scores.csv";

  private static final String KEY = "key";

  private JudgeFiles() {}

  /** The name of the file of answers. */
  public static String answers() {
    return AnswerCache.file(Path.of(TABLE), Shard.WHOLE).toString();
  }

  /** A file of two answers. */
  public static byte[] someAnswers(Path folder) throws IOException {
    Path table = folder.resolve(TABLE);
    Path file = AnswerCache.file(table, Shard.WHOLE);
    Files.deleteIfExists(file);
    try (AnswerCache cache = AnswerCache.open(table, Shard.WHOLE)) {
      cache.add(new JudgedAnswer(KEY, 0.5, 0.9, 10, 1, "yes", "m", "f", 0));
      cache.add(new JudgedAnswer("other", null, 0, 10, 1, "\u00e9", "m", null, 2));
    }
    return Files.readAllBytes(file);
  }

  /** Reads a file of answers. */
  public static void readAnswers(Path file) {
    try (AnswerCache cache = AnswerCache.open(file.resolveSibling(TABLE), Shard.WHOLE)) {
      for (String key : List.of(KEY, "other")) {
        Optional<JudgedAnswer> answer = cache.find(key);
        answer.filter(JudgedAnswer::counts).ifPresent(each -> each.withOpposite(each));
      }
    }
  }

  /** Reads what a server has replied. */
  public static void readReply(Path file) throws IOException {
    ChatReply reply;
    try {
      reply = ChatReply.of(Json.mapper().readTree(new String(Files.readAllBytes(file), UTF_8)), 0);
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": is no JSON", e); // the client asks again
    }
    YesNo.ENGLISH.verdict(reply.tokens());
    YesNo.ENGLISH.of(reply.text());
  }
}
