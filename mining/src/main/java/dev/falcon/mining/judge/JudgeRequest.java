package dev.falcon.mining.judge;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * A request to have a model judge the pairs of an audit.
 *
 * @param audit the audit's folder
 * @param data the pictures and captions that were audited
 * @param server where the model answers
 * @param prompt what it is asked
 * @param settings how it is asked
 * @param output the table of scores
 * @param overwrite whether a table that exists may be replaced
 */
public record JudgeRequest(
    Path audit,
    SampleSource data,
    JudgeServer server,
    JudgePrompt prompt,
    Settings settings,
    Path output,
    boolean overwrite) {
  /**
   * How a model is asked.
   *
   * @param words of its answers
   * @param votes how often a pair is asked for words in the place of probabilities; 0 for
   *     probabilities
   * @param concurrency how many questions are asked at the same time, in [1, 256]
   * @param imageSize the longest side of a picture, in pixels, at least 32
   * @param extra fields of the server's own, as JSON, that every question has
   * @param prices what tokens cost
   */
  public record Settings(
      YesNo words, int votes, int concurrency, int imageSize, String extra, Prices prices) {
    public Settings {
      if (votes < 0 || votes > 100) {
        throw new RequestException("votes lie in [0, 100]; votes=" + votes);
      }
      if (concurrency < 1 || concurrency > 256) {
        throw new RequestException("concurrency lies in [1, 256]; concurrency=" + concurrency);
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
