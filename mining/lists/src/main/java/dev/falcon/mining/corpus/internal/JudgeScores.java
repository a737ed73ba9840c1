// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.PairFile;
import dev.falcon.mining.corpus.SearchDirection;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A judge's scores of pairs. Pairs with an unknown item are skipped.
 *
 * <p>Memory: 12 bytes per pair; while a file is read, 40 more per pair and the distinct keys in the
 * file.
 */
public final class JudgeScores {
  private final long[] pairs; // ascending
  private final float[] scores;
  private final int[] queries; // of a view of some; empty for all

  private JudgeScores(long[] pairs, float[] scores) {
    this(pairs, scores, new int[0]);
  }

  private JudgeScores(long[] pairs, float[] scores, int[] queries) {
    this.pairs = pairs;
    this.scores = scores;
    this.queries = queries;
  }

  /** Returns a view of some queries, numbered from 0. */
  JudgeScores only(int[] some) {
    return new JudgeScores(pairs, scores, some);
  }

  /**
   * Returns the scores of pairs.
   *
   * @param pairs the pairs, ascending and distinct
   * @param scores the score of each pair; NaN for none
   */
  static JudgeScores ofSorted(long[] pairs, float[] scores) {
    return new JudgeScores(pairs, scores);
  }

  /**
   * Reads a table {@code query_key, corpus_key, score} or, if images are compared with texts,
   * {@code image_key, text_key, score}.
   */
  public static JudgeScores read(Path file, CorpusItems queries, CorpusItems corpus) {
    Set<String> firsts = new HashSet<>();
    Set<String> seconds = new HashSet<>();
    PairFile.Kind kind =
        PairFile.read(
            file,
            (first, second, score, where) -> {
              if (Float.isNaN(score)) {
                throw new FalconException(where + ": its score is NaN");
              }
              firsts.add(first);
              seconds.add(second);
            });
    boolean ofPairs =
        kind == PairFile.Kind.DIRECTED
            || (kind == PairFile.Kind.IMAGE_TEXT && queries.side() != corpus.side());
    if (!ofPairs) {
      throw new FalconException(
          file
              + ": a judge's scores are a table query_key, corpus_key, score or, between images and"
              + " texts, image_key, text_key, score");
    }
    boolean imageFirst =
        kind == PairFile.Kind.IMAGE_TEXT && queries.side() == SearchDirection.Side.TEXT;
    Map<String, Integer> queryOf = KeyPairs.items(queries, imageFirst ? seconds : firsts);
    Map<String, Integer> itemOf = KeyPairs.items(corpus, imageFirst ? firsts : seconds);
    LongList found = new LongList();
    LongList values = new LongList();
    PairFile.read(
        file,
        (first, second, score, where) -> {
          Integer query = queryOf.get(imageFirst ? second : first);
          Integer item = itemOf.get(imageFirst ? first : second);
          if (query != null && item != null) {
            found.add(ItemPairs.pair(query, item));
            values.add(Float.floatToRawIntBits(score + 0f));
          }
        });
    return of(file, found.toArray(), values.toArray(), queries, corpus);
  }

  private static JudgeScores of(
      Path file, long[] found, long[] values, CorpusItems queries, CorpusItems corpus) {
    long[] pairs = Arrays.stream(found).sorted().distinct().toArray();
    float[] scores = new float[pairs.length];
    Arrays.fill(scores, Float.NaN);
    for (int x = 0; x < found.length; x++) {
      int at = Arrays.binarySearch(pairs, found[x]);
      float score = Float.intBitsToFloat((int) values[x]);
      if (!Float.isNaN(scores[at]) && scores[at] != score) {
        throw new FalconException(
            "%s: has two scores, %s and %s, of '%s' and '%s'"
                .formatted(
                    file,
                    scores[at],
                    score,
                    queries.key((int) (found[x] >> 32)),
                    corpus.key((int) found[x])));
      }
      scores[at] = score;
    }
    return new JudgeScores(pairs, scores);
  }

  /** Returns the score of a pair; NaN for none. */
  public float of(int query, int item) {
    int number = queries.length == 0 ? query : queries[query];
    int found = Arrays.binarySearch(pairs, ItemPairs.pair(number, item));
    return found >= 0 ? scores[found] : Float.NaN;
  }
}
