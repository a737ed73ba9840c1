// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.OwnAnchors;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * A request to have a model judge the pairs of an audit.
 *
 * @param audit the audit's folder
 * @param data the pictures and texts that were audited
 * @param server the server on which the model answers
 * @param prompt the prompt with which it is asked
 * @param settings the settings of asking
 * @param output the table of scores
 * @param overwrite whether an existing table may be replaced
 * @param shard the task's share of the pictures; one of several tasks only keeps its answers, from
 *     which a run without tasks then writes the table
 */
public record JudgeRequest(
    Path audit,
    SampleSource data,
    JudgeServer server,
    JudgePrompt prompt,
    Settings settings,
    Path output,
    boolean overwrite,
    Shard shard) {
  public JudgeRequest {
    data = OwnAnchors.of(data);
    if (settings.bothWays()) {
      prompt.opposite(); // refuses a prompt without an opposite
    }
  }

  /** Returns a copy with a prompt that is worded for its pairs. */
  JudgeRequest asking(JudgePrompt worded) {
    return new JudgeRequest(audit, data, server, worded, settings, output, overwrite, shard);
  }

  /** Returns whether the request is for all pairs, so that the table is written. */
  boolean isWhole() {
    return shard.count() == 1;
  }

  /**
   * The settings of asking a model.
   *
   * @param words the words of its answers
   * @param votes the number of times that each pair is asked about when answers in words are
   *     counted instead of reading probabilities, in [0, 100]; 0 to read probabilities
   * @param concurrency the maximum number of concurrent questions, in [1, 256]
   * @param bothWays whether to ask the opposite question, too, and take the mean of the log odds
   * @param imageSize the longest side of a picture, in pixels, at least 32
   * @param timeout the maximum time of a reply, in seconds, in [1, 3600]
   * @param extra additional fields of every question, as a JSON object, for the server's own
   *     options
   * @param prices the prices of tokens
   */
  public record Settings(
      YesNo words,
      int votes,
      boolean bothWays,
      int concurrency,
      int imageSize,
      int timeout,
      String extra,
      Prices prices) {
    public Settings {
      if (votes < 0 || votes > 100) {
        throw new RequestException("votes must lie in [0, 100]; votes=" + votes);
      }
      if (bothWays && votes > 0) {
        throw new RequestException("both ways are asked for probabilities, not for votes");
      }
      if (concurrency < 1 || concurrency > 256) {
        throw new RequestException("concurrency must lie in [1, 256]; concurrency=" + concurrency);
      }
      if (timeout < 1 || timeout > 3600) {
        throw new RequestException("timeout must lie in [1, 3600] seconds; timeout=" + timeout);
      }
      if (imageSize < 32) {
        throw new RequestException("image-size must be at least 32; image-size=" + imageSize);
      }
    }
  }

  /**
   * The prices of a million tokens, in any currency.
   *
   * @param in the price of a million tokens of questions
   * @param out the price of a million tokens of answers
   * @param most the cost of a run after which no further question is asked; empty for no limit
   */
  public record Prices(double in, double out, OptionalDouble most) {
    /** No prices and no limit. */
    public static final Prices NONE = new Prices(0, 0, OptionalDouble.empty());

    public Prices {
      if (!(in >= 0 && out >= 0)) {
        throw new RequestException("prices are at least 0; in=" + in + ", out=" + out);
      }
      if (most.isPresent() && !(most.getAsDouble() > 0)) {
        throw new RequestException("a limit on the cost is above 0; " + most.getAsDouble());
      }
      if (most.isPresent() && in + out == 0) {
        throw new RequestException(
            "a limit on the cost needs the prices of tokens; give them, too");
      }
    }

    /** Returns the price of this many tokens. */
    public double of(long tokensIn, long tokensOut) {
      return (tokensIn * in + tokensOut * out) / 1e6;
    }
  }
}
