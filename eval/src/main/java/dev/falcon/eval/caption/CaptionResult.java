package dev.falcon.eval.caption;

import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;
import java.util.List;

/**
 * How good captions are.
 *
 * @param provenance Falcon's version and the files
 * @param images how many pictures were evaluated
 * @param references how many captions of people they have together
 * @param scores {@code bleu_1} to {@code bleu_4, rouge_l, cider_d}, and with their jars {@code
 *     meteor} and {@code spice}; times 100, as papers print them
 * @param notComputed metrics that were left out, as their jar was not named
 */
public record CaptionResult(
    Provenance provenance, int images, int references, Scores scores, List<String> notComputed) {
  public CaptionResult {
    notComputed = List.copyOf(notComputed);
  }
}
