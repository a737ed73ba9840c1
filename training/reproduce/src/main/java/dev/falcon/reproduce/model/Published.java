// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.RequestException;
import java.util.List;

/**
 * A method's retrieval scores in the paper.
 *
 * @param name the name of the method in the paper
 * @param variant the variant that trains the method here; null if there is none
 * @param scores R@1, R@5 and R@10 of texts, then of images, in percent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Published(String name, String variant, List<Double> scores) {
  /** The measures of the six scores, which are after re-ranking by matching, as in the paper. */
  public static final List<Measure> MEASURES =
      List.of(
          Measure.RERANKED_TXT_R1,
          Measure.RERANKED_TXT_R5,
          Measure.RERANKED_TXT_R10,
          Measure.RERANKED_IMG_R1,
          Measure.RERANKED_IMG_R5,
          Measure.RERANKED_IMG_R10);

  public Published {
    if (name == null || scores == null || scores.size() != MEASURES.size()) {
      throw new RequestException(
          "published must have a name and " + MEASURES.size() + " scores; name=" + name);
    }
  }
}
