package dev.falcon.mining.judge;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Shard;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * A request to have a model judge the pairs of an audit.
 *
 * @param audit the audit's folder
 * @param data the pictures and texts that were audited
 * @param server where the model answers
 * @param prompt what it is asked
 * @param settings how it is asked
 * @param output the table of scores
 * @param overwrite whether a table that exists may be replaced
 * @param shard the task's share of the pictures; a task of several keeps its answers for a run of
 *     all, which then has nothing to ask
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
    if (settings.bothWays()) {
      prompt.opposite(); // refuses a prompt without one
    }
  }

  /** The same request with a prompt that is worded for its pairs. */
  JudgeRequest asking(JudgePrompt worded) {
    return new JudgeRequest(audit, data, server, worded, settings, output, overwrite, shard);
  }

  /** Returns whether all pairs are judged, and the table written. */
  boolean isWhole() {
    return shard.count() == 1;
  }

  /**
   * How a model is asked.
   *
   * @param words of its answers
   * @param votes how often a pair is asked for words in the place of probabilities; 0 for
   *     probabilities
   * @param concurrency how many questions are asked at the same time, in [1, 256]
   * @param bothWays whether to ask the opposite question, too, and take the mean of the log odds
   * @param imageSize the longest side of a picture, in pixels, at least 32
   * @param timeout of a reply, in seconds, in [1, 3600]
   * @param extra fields of the server's own, as JSON, that every question has
   * @param prices what tokens cost
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
        throw new RequestException("votes lie in [0, 100]; votes=" + votes);
      }
      if (bothWays && votes > 0) {
        throw new RequestException("both ways are asked for probabilities, not for votes");
      }
      if (concurrency < 1 || concurrency > 256) {
        throw new RequestException("concurrency lies in [1, 256]; concurrency=" + concurrency);
      }
      if (timeout < 1 || timeout > 3600) {
        throw new RequestException("timeout lies in [1, 3600] seconds; timeout=" + timeout);
      }
      if (imageSize < 32) {
        throw new RequestException("image-size must be at least 32; image-size=" + imageSize);
      }
    }
  }

  /**
   * The price of a million tokens, in any currency.
   *
   * @param in of the questions
   * @param out of the answers
   * @param most after which no further question is asked
   */
  public record Prices(double in, double out, OptionalDouble most) {
    /** Nothing is counted. */
    public static final Prices NONE = new Prices(0, 0, OptionalDouble.empty());

    /** The price of this many tokens. */
    public double of(long tokensIn, long tokensOut) {
      return (tokensIn * in + tokensOut * out) / 1e6;
    }
  }
}
