// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

/**
 * The part of an evaluation that is re-ranked.
 *
 * @param candidates the number of each query's first candidates by similarity, ALBEF's k_test; 0 to
 *     re-rank nothing
 * @param images the number of image queries, evenly spread over all; 0 for all
 * @param captions the number of caption queries, evenly spread over all; 0 for all
 */
public record RerankDepth(int candidates, int images, int captions) {
  /** No re-ranking. */
  public static final RerankDepth NONE = new RerankDepth(0, 0, 0);
}
