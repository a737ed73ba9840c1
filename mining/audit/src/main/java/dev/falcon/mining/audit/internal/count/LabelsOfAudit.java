// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.FalconException;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult.JudgeInfo;
import dev.falcon.mining.audit.request.JudgeKind;
import dev.falcon.mining.label.LabelCount;
import dev.falcon.mining.label.LabelDesign;
import dev.falcon.mining.label.LabelFolder;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelVotes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The shares of an audit's pairs by people's labels.
 *
 * @param results the share of each folder's kind of negatives, and the quality of the judges on the
 *     labels
 * @param labels 1 for a match, 0 for no match, -1 without a sure label or with different labels in
 *     two folders // [pairs]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelsOfAudit(List<LabelResult> results, byte[] labels) {
  /** No labels. */
  public static final LabelsOfAudit NONE = new LabelsOfAudit(List.of(), new byte[0]);

  private static final byte NO_LABEL = -1;

  /** The largest difference between a pair's quantile, a float, and the requested one. */
  private static final double NEAR = 5e-5;

  /** Returns the label of each pair; empty if no folder was read {@code // [pairs]} */
  public Optional<byte[]> byPair() {
    return results.isEmpty() ? Optional.empty() : Optional.of(labels);
  }

  /**
   * Reads folders of labels, each of its own kind of negatives.
   *
   * @throws FalconException if labels are of other pairs, or two folders have the same kind
   */
  public static LabelsOfAudit read(List<Path> folders, Judged judged) {
    if (folders.isEmpty()) {
      return NONE;
    }
    Map<String, Path> kinds = new HashMap<>();
    List<LabelResult> results = new ArrayList<>();
    byte[] labels = new byte[judged.pairs().size()];
    Arrays.fill(labels, NO_LABEL);
    boolean[] contradicted = new boolean[labels.length];
    for (Path folder : folders) {
      LabelsOfAudit own = read(folder, judged);
      String kind = own.results().get(0).design().negatives();
      Path before = kinds.put(kind, folder);
      if (before != null) {
        throw new FalconException(
            folder + ": has labels of the same pairs (" + kind + ") as " + before + "; give one");
      }
      results.addAll(own.results());
      for (int pair = 0; pair < labels.length; pair++) {
        byte label = own.labels()[pair];
        contradicted[pair] |= label != NO_LABEL && labels[pair] == 1 - label;
        labels[pair] = label == NO_LABEL ? labels[pair] : label;
      }
    }
    for (int pair = 0; pair < labels.length; pair++) {
      labels[pair] = contradicted[pair] ? NO_LABEL : labels[pair];
    }
    return new LabelsOfAudit(results, labels);
  }

  private static LabelsOfAudit read(Path folder, Judged judged) {
    LabelFolder labels = LabelFolder.open(folder);
    LabelOrder order = labels.order();
    Map<LabelPair.Name, Integer> numbers = new HashMap<>();
    List<LabelPair> drawn = new ArrayList<>();
    for (int pair = 0; pair < judged.pairs().size(); pair++) {
      if (isOf(order.design(), judged, pair)) {
        LabelPair own = pair(judged, pair);
        drawn.add(own);
        numbers.putIfAbsent(own.name(), pair);
      }
    }
    labels.requireDraw(order, drawn);
    LabelVotes votes = new LabelVotes(labels.answers(order));
    OptionalDouble expected = OptionalDouble.empty();
    Map<String, float[]> scores = new LinkedHashMap<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      float[] all = judged.scores()[judge];
      float[] ordered = new float[order.pairs().size()];
      for (int rank = 0; rank < ordered.length; rank++) {
        ordered[rank] = all[numbers.get(order.pairs().get(rank).name())];
      }
      JudgeInfo info = judged.judges().get(judge);
      scores.put(info.name(), ordered);
      if (info.scores() == JudgeKind.MATCH_PROBABILITY
          && AuditRequest.column(info.name()).equals(order.design().judge())) {
        expected = LabelPair.shareAboveHalf(scored(order, ordered));
      }
    }
    return new LabelsOfAudit(
        List.of(new LabelCount(order, votes).result(scores, expected)), byPair(judged, votes));
  }

  private static List<LabelPair> scored(LabelOrder order, float[] scores) {
    List<LabelPair> scored = new ArrayList<>(scores.length);
    for (int rank = 0; rank < scores.length; rank++) {
      LabelPair pair = order.pairs().get(rank);
      scored.add(
          new LabelPair(
              pair.imageKey(),
              pair.textKey(),
              pair.weight(),
              pair.image(),
              pair.caption(),
              scores[rank]));
    }
    return scored;
  }

  private static byte[] byPair(Judged judged, LabelVotes votes) {
    byte[] labels = new byte[judged.pairs().size()];
    Arrays.fill(labels, NO_LABEL);
    for (int pair = 0; pair < labels.length; pair++) {
      if (judged.audited(pair)) {
        labels[pair] =
            switch (votes.verdict(pair(judged, pair).name())) {
              case MATCH -> 1;
              case NONE -> 0;
              case UNSURE, OPEN -> NO_LABEL;
            };
      }
    }
    return labels;
  }

  private static boolean isOf(LabelDesign design, Judged judged, int number) {
    return judged.kind(number).label().equals(design.kind())
        && (design.quantile() == null
            || Math.abs(judged.pairs().get(number).quantile() - design.quantile()) < NEAR);
  }

  private static LabelPair pair(Judged judged, int number) {
    AuditPair pair = judged.pairs().get(number);
    return new LabelPair(
        judged.items().imageKey(pair.image()),
        judged.items().key(pair.text()),
        judged.weight(number),
        0,
        0,
        Float.NaN);
  }
}
