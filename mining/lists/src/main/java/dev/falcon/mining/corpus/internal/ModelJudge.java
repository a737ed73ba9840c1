// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.mining.audit.internal.count.PairScores;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.Sessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Scores candidates and positives with a model that judges an image or a text with a text. Finished
 * blocks stay in the work folder, so that an interrupted run resumes.
 *
 * <p>Memory: the dataset's keys and its captions with their tokens, and about 80 bytes per pair.
 */
public final class ModelJudge implements AutoCloseable {
  private final Judging.Model judge;
  private final MatchScorer scorer;
  private final Sessions sessions;

  private ModelJudge(Judging.Model judge, boolean ofTexts, Sessions sessions) {
    this.judge = judge;
    this.scorer = scorer(judge, ofTexts, sessions);
    this.sessions = sessions;
  }

  /**
   * Opens the model of a request; empty if no model judges. An unsuitable model is reported before
   * the search.
   *
   * @param ofTexts whether the store holds pairs of texts
   */
  public static Optional<ModelJudge> open(
      Optional<Judging> judging, boolean ofTexts, Supplier<Sessions> sessions) {
    return judging
        .map(Judging::judge)
        .filter(judge -> judge instanceof Judging.Model)
        .map(judge -> (Judging.Model) judge)
        .map(model -> new ModelJudge(model, ofTexts, sessions.get()));
  }

  private static MatchScorer scorer(Judging.Model model, boolean ofTexts, Sessions sessions) {
    MatchScorer scorer = model.folder().openMatchScorer(sessions);
    try {
      Items.requireKind(model.folder().path(), scorer.isOfTexts(), "the store", ofTexts);
      return scorer;
    } catch (RuntimeException e) {
      scorer.close();
      throw e;
    }
  }

  /** Returns the device on which the model is open. */
  public Device device() {
    return sessions.device();
  }

  /**
   * Scores all candidates and positives of a search.
   *
   * @param results passes on the search's results
   * @return the prepared request with the scores
   */
  PreparedRequest judge(
      PreparedRequest prepared,
      Consumer<Consumer<QueryCandidates>> results,
      WorkFolder work,
      Progress progress) {
    List<Reject> rejects = new ArrayList<>();
    Items items = Items.read(judge.data(), false, rejects, progress);
    items.requireKind(judge.folder().path(), scorer);
    CorpusItems queries = prepared.exclusions().queries();
    CorpusItems corpus = prepared.exclusions().corpus();
    LongList collected = new LongList();
    results.accept(
        found -> {
          for (int item : found.items()) {
            collected.add(ItemPairs.pair(found.query(), item));
          }
          for (int item : found.positives()) {
            collected.add(ItemPairs.pair(found.query(), item));
          }
        });
    long[] pairs = Arrays.stream(collected.toArray()).sorted().distinct().toArray();
    Direction direction =
        corpus.side() == SearchDirection.Side.IMAGE
            ? Direction.TEXT_TO_IMAGE
            : Direction.IMAGE_TO_TEXT;
    List<AuditPair> asked = new ArrayList<>(pairs.length);
    for (long pair : pairs) {
      int query = find(items, queries, (int) (pair >> 32));
      asked.add(new AuditPair(0, direction, query, find(items, corpus, (int) pair), Float.NaN));
    }
    float[] scores =
        new PairScores(judge.data(), items, asked, List.of(scorer), work)
            .score(rejects, progress)[0];
    return prepared.judged(JudgeScores.ofSorted(pairs, scores), rejects);
  }

  private static int find(Items items, CorpusItems side, int item) {
    int found = items.find(side.key(item));
    if (found < 0) {
      throw new FalconException(
          "%s: holds no sample '%s', which %s names; a judge needs the data of the store"
              .formatted(items.dataset(), side.key(item), side.store().folder()));
    }
    return found;
  }

  @Override
  public void close() {
    scorer.close();
  }
}
