// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.eval.compositional.internal.SuitePairScores;
import dev.falcon.eval.compositional.internal.SuiteVectors;
import dev.falcon.eval.compositional.score.Contest;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.Judgement;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SuiteItem;
import dev.falcon.eval.metric.TieBudget;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The scores of a suite's items, from a model or from the suite's table, and the decisions. */
final class SuiteScores {
  private final CompositionalSuite suite;
  private final Optional<SuitePairScores> pairs;
  private final Optional<SuiteVectors> vectors;
  private final Optional<float[]> nearness;

  private SuiteScores(
      CompositionalSuite suite, Optional<SuitePairScores> pairs, Optional<SuiteVectors> vectors) {
    this.suite = suite;
    this.pairs = pairs;
    this.vectors = vectors;
    this.nearness = vectors.map(SuiteVectors::nearnessToMean);
    boolean texts = suite.description().protocol().filter(ItemProtocol.TEXT::equals).isPresent();
    if (texts && vectors.isEmpty()) {
      throw new RequestException(
          suite.description().name()
              + ": the protocol text compares captions by their vectors; score by the cosine");
    }
  }

  /** Returns the scores by a model. */
  static SuiteScores of(
      CompositionalSuite suite, SuitePairScores pairs, Optional<SuiteVectors> vectors) {
    return new SuiteScores(suite, Optional.of(pairs), vectors);
  }

  /** Returns the scores that the table gives. */
  static SuiteScores ofTable(CompositionalSuite suite) {
    return new SuiteScores(suite, Optional.empty(), Optional.empty());
  }

  /** Returns the pictures that could not be used, as far as reasons are known. */
  List<Reject> rejects() {
    return pairs.map(SuitePairScores::rejects).orElse(List.of());
  }

  /** Returns the numbers of the pictures without scores. */
  List<Integer> missing() {
    return IntStream.range(0, pairs.isEmpty() ? 0 : suite.pictures().size())
        .filter(picture -> pairs.get().scores()[picture] == null)
        .boxed()
        .toList();
  }

  /** Returns the decision on an item; empty if one of its pictures is missing. */
  Optional<ItemOutcome> outcome(SuiteItem item) {
    if (pairs.isPresent() && !pairs.get().has(item)) {
      return Optional.empty();
    }
    float[] scores = pairs.isPresent() ? pairs.get().of(item) : given(item);
    Optional<float[]> among =
        item.shape().contests(ItemProtocol.TEXT).isEmpty()
            ? Optional.empty()
            : vectors.map(all -> all.amongCaptions(item));
    return Optional.of(
        ItemOutcome.of(
            item,
            suite.protocol(item),
            suite.description().ties(),
            scores,
            among,
            blind(item, text -> -suite.texts().get(text).strip().length()),
            nearness.flatMap(near -> blind(item, text -> near[text]))));
  }

  private static float[] given(SuiteItem item) {
    float[] scores = new float[item.scores().size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = item.scores().get(i);
    }
    return scores;
  }

  /**
   * Returns whether a score of captions alone answers what the item's images ask; empty if they ask
   * nothing.
   */
  private static Optional<Boolean> blind(SuiteItem item, IntToDoubleFunction score) {
    List<Contest> contests = item.shape().contests(ItemProtocol.CAPTION);
    if (contests.isEmpty()) {
      return Optional.empty();
    }
    int captions = item.texts().size();
    float[] scores = new float[item.shape().cells().size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) score.applyAsDouble(item.texts().get(i % captions));
    }
    return Optional.of(Judgement.of(contests, scores).right());
  }

  /** Returns how many decisions are near a tie, in units of 100 times the score. */
  static TieBudget tieBudget(List<ItemOutcome> items) {
    TieBudget.Builder budget = new TieBudget.Builder();
    for (ItemOutcome item : items) {
      if (Double.isFinite(item.main().margin())) {
        budget.add(TieBudget.LOGIT_SCALE * Math.abs(item.main().margin()));
      }
    }
    return budget.build();
  }
}
