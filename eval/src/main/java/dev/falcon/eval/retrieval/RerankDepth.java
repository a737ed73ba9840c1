package dev.falcon.eval.retrieval;

/**
 * How much of an evaluation is re-ranked.
 *
 * @param candidates each query's first by similarity, ALBEF's k_test; 0 to re-rank nothing
 * @param images how many image queries, evenly spread over all; 0 for all
 * @param captions how many caption queries, evenly spread over all; 0 for all
 */
public record RerankDepth(int candidates, int images, int captions) {
  /** By similarity only. */
  public static final RerankDepth NONE = new RerankDepth(0, 0, 0);
}
