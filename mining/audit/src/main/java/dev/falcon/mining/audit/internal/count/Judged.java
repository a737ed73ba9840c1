// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.DetectorCurve;
import dev.falcon.mining.audit.internal.draw.AuditPairs;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.audit.internal.draw.PairSimilarities;
import dev.falcon.mining.audit.request.AuditResult.JudgeInfo;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.Stratum;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs of an audit with their scores and their known truth.
 *
 * @param judges the judges, without truth
 * @param scores every judge's scores; NaN for a pair that it could not judge // [judges x pairs]
 * @param truth 1 for a match, 0 for no match, -1 if unknown // [pairs]
 * @param similarities the similarities of the store's vectors
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Judged(
    Items items,
    List<Stratum> strata,
    AuditPairs pairs,
    List<JudgeInfo> judges,
    float[][] scores,
    byte[] truth,
    PairSimilarities similarities) {

  public Stratum stratum(int pair) {
    return strata.get(pairs.get(pair).stratum());
  }

  public PairKind kind(int pair) {
    return stratum(pair).kind();
  }

  public boolean audited(int pair) {
    return kind(pair) != PairKind.CALIBRATION;
  }

  public double weight(int pair) {
    return weightOfStratum(pairs.get(pair).stratum());
  }

  public double weightOfStratum(int number) {
    Stratum stratum = strata.get(number);
    return (double) stratum.population() / stratum.drawn();
  }

  /** Returns the pairs with known truth that a judge has judged. */
  public int[] known(int judge, int[] among) {
    return Arrays.stream(among)
        .filter(pair -> truth[pair] >= 0 && !Float.isNaN(scores[judge][pair]))
        .toArray();
  }

  /** Returns a view of a judge's verdicts on pairs of known truth. */
  public List<DetectorCurve.Verdict> verdicts(int judge, int[] known) {
    return new AbstractList<>() {
      @Override
      public DetectorCurve.Verdict get(int index) {
        int pair = known[index];
        return new DetectorCurve.Verdict(scores[judge][pair], truth[pair] == 1, weight(pair));
      }

      @Override
      public int size() {
        return known.length;
      }
    };
  }
}
