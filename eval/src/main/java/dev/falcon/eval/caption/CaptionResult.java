// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;
import java.util.List;

/**
 * The result of an evaluation of captions.
 *
 * @param provenance Falcon's version and the files
 * @param images the number of evaluated pictures
 * @param references the number of people's captions of these pictures
 * @param scores {@code bleu_1} to {@code bleu_4, rouge_l, cider_d}, and, if their jars are named,
 *     {@code meteor} and {@code spice}; times 100, as in papers
 * @param notComputed the metrics that were left out because their jars were not named
 */
public record CaptionResult(
    Provenance provenance, int images, int references, Scores scores, List<String> notComputed) {
  public CaptionResult {
    notComputed = List.copyOf(notComputed);
  }
}
