// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.audit.internal.draw.PairDrawing;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult.JudgeInfo;
import dev.falcon.mining.audit.request.JudgeKind;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The judges of an audit: models, and the cosine of the store's own vectors. */
public final class Judges implements AutoCloseable {
  private final AuditRequest request;
  private final List<MatchScorer> scorers = new ArrayList<>();

  private Judges(AuditRequest request) {
    this.request = request;
  }

  /** Opens all models, so that an unsuitable one is reported before any work. */
  public static Judges open(AuditRequest request, Sessions sessions) {
    Judges judges = new Judges(request);
    try {
      request
          .evidence()
          .models()
          .forEach(judge -> judges.scorers.add(judge.folder().openMatchScorer(sessions)));
      return judges;
    } catch (RuntimeException | Error e) {
      judges.close();
      throw e;
    }
  }

  /**
   * Fails if a model cannot judge pairs of the items' kind: an image with a text, two texts or two
   * images.
   */
  public void requireKind(Items items) {
    for (int judge = 0; judge < scorers.size(); judge++) {
      items.requireKind(request.evidence().models().get(judge).folder().path(), scorers.get(judge));
    }
  }

  /** Returns the pairs in blocks, which can be scored one at a time. */
  public PairScores blocks(PairDrawing.Drawn drawn, WorkFolder work) {
    return new PairScores(request.data().samples(), drawn.items(), drawn.pairs(), scorers, work);
  }

  /**
   * Scores every pair by every judge.
   *
   * @param work stores finished scores, so that an interrupted run can resume
   * @param rejects receives the images that cannot be judged
   */
  public Judged judge(
      PairDrawing.Drawn drawn, WorkFolder work, List<Reject> rejects, Progress progress) {
    float[][] scores = blocks(drawn, work).score(rejects, progress);
    requireScores(scores, rejects);
    List<JudgeInfo> infos = new ArrayList<>();
    for (int judge = 0; judge < scorers.size(); judge++) {
      infos.add(
          new JudgeInfo(
              request.evidence().models().get(judge).name(),
              switch (scorers.get(judge).kind()) {
                case MATCH_PROBABILITY -> JudgeKind.MATCH_PROBABILITY;
                case COSINE -> JudgeKind.COSINE;
              }));
    }
    for (AuditRequest.ScoreTable table : request.evidence().outside().tables()) {
      infos.add(
          new JudgeInfo(
              table.name(), table.probability() ? JudgeKind.MATCH_PROBABILITY : JudgeKind.SCORE));
      scores = Arrays.copyOf(scores, scores.length + 1);
      scores[scores.length - 1] =
          new TableScores(table, drawn.items()).of(drawn.pairs(), request.force());
    }
    if (request.data().store().isPresent()) {
      infos.add(new JudgeInfo(AuditRequest.STORE_COSINE, JudgeKind.COSINE));
      scores = Arrays.copyOf(scores, scores.length + 1);
      scores[scores.length - 1] = drawn.similarities().cosine();
    }
    return new Judged(
        drawn.items(),
        drawn.strata(),
        drawn.pairs(),
        infos,
        scores,
        drawn.truth(),
        drawn.similarities());
  }

  /** Fails if an image that can be judged has no score; only a cosine may be NaN. */
  private void requireScores(float[][] scores, List<Reject> rejects) {
    for (int judge = 0; judge < scores.length; judge++) {
      long missing = 0;
      for (float score : scores[judge]) {
        missing += Float.isNaN(score) ? 1 : 0;
      }
      if (missing == scores[judge].length && !rejects.isEmpty()) {
        throw new FalconException(
            "%s: no image of the audited pairs can be judged; the first, %s: %s"
                .formatted(
                    request.data().samples().name(),
                    rejects.get(0).key(),
                    rejects.get(0).reason()));
      }
      if (missing > 0 && rejects.isEmpty()) {
        throw new FalconException(
            request.evidence().models().get(judge).folder().path()
                + ": gives "
                + missing
                + " of "
                + scores[judge].length
                + " pairs a score that is not finite");
      }
    }
  }

  @Override
  public void close() {
    scorers.forEach(MatchScorer::close);
  }
}
