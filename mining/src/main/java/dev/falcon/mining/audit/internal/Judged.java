package dev.falcon.mining.audit.internal;

import dev.falcon.data.statistics.DetectorCurve.Verdict;
import dev.falcon.mining.audit.AuditResult.JudgeInfo;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.Stratum;
import java.util.AbstractList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The pairs with all that is known of them.
 *
 * @param judges who judged, truth not among them
 * @param scores of every judge, NaN where it could not judge // [judges x pairs]
 * @param truth 1 a match, 0 none, -1 not known // [pairs]
 * @param similarities of the store's vectors
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Judged(
    Items items,
    List<Stratum> strata,
    AuditPairs pairs,
    List<JudgeInfo> judges,
    float[][] scores,
    byte[] truth,
    Similarities similarities) {

  Stratum stratum(int pair) {
    return strata.get(pairs.get(pair).stratum());
  }

  PairKind kind(int pair) {
    return stratum(pair).kind();
  }

  boolean audited(int pair) {
    return kind(pair) != PairKind.CALIBRATION;
  }

  double weight(int pair) {
    return weightOfStratum(pairs.get(pair).stratum());
  }

  double weightOfStratum(int number) {
    Stratum stratum = strata.get(number);
    return (double) stratum.population() / stratum.drawn();
  }

  /** What a judge said of the pairs of known truth that are chosen; 4 bytes a verdict. */
  List<Verdict> verdicts(int judge, IntPredicate chosen) {
    int[] numbers =
        IntStream.range(0, pairs.size())
            .filter(pair -> truth[pair] >= 0 && !Float.isNaN(scores[judge][pair]))
            .filter(chosen)
            .toArray();
    return new AbstractList<>() {
      @Override
      public Verdict get(int index) {
        int pair = numbers[index];
        return new Verdict(scores[judge][pair], truth[pair] == 1, weight(pair));
      }

      @Override
      public int size() {
        return numbers.length;
      }
    };
  }
}
