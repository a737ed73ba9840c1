// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult.CorrectionRow;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.label.LabelResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The main finding of an audit: one share per kind, by the first of these that is available: truth
 * that is known of at least half of the pairs; labels of a random part of them; truth of a part
 * that was drawn elsewhere with known probabilities; a corrected judge; an uncorrected matcher;
 * truth that is known of fewer pairs.
 */
final class Findings {
  private final Judged judged;
  private final Members members;
  private final Verdicts verdicts;
  private final List<CorrectionRow> corrections;
  private final List<LabelResult> labels;
  private final Optional<SampledShares> sampled;
  private final double threshold;

  /**
   * Prepares the findings.
   *
   * @param threshold the threshold above which a matcher's score is a match
   */
  Findings(
      Judged judged,
      Members members,
      Verdicts verdicts,
      List<CorrectionRow> corrections,
      List<LabelResult> labels,
      Optional<SampledShares> sampled,
      double threshold) {
    this.judged = judged;
    this.members = members;
    this.verdicts = verdicts;
    this.corrections = corrections;
    this.labels = labels;
    this.sampled = sampled;
    this.threshold = threshold;
  }

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    for (PairKind kind : PairKind.hardestFirst()) {
      of(kind, null).ifPresent(findings::add);
      members.quantiles(kind).stream()
          .sorted(Comparator.reverseOrder())
          .forEach(quantile -> of(kind, quantile).ifPresent(findings::add));
    }
    return findings;
  }

  private Optional<Finding> of(PairKind kind, Double quantile) {
    int[] pairs = members.of(kind, quantile);
    Optional<Finding> truth = truth(kind, quantile, pairs);
    return Stream.of(
            truth.filter(finding -> !finding.rare()),
            labelled(kind, quantile),
            sampled.flatMap(shares -> shares.finding(kind, quantile, pairs)),
            corrected(kind, quantile, pairs),
            matcher(kind, quantile, pairs),
            truth)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Finding> truth(PairKind kind, Double quantile, int[] pairs) {
    return finding(
        kind,
        quantile,
        Finding.Source.TRUTH,
        AuditRequest.TRUTH,
        null,
        verdicts.matches(pairs),
        pairs);
  }

  private Optional<Finding> labelled(PairKind kind, Double quantile) {
    return labels.stream()
        .filter(result -> result.share() != null)
        .filter(result -> result.design().kind().equals(kind.label()))
        .filter(result -> Objects.equals(result.design().quantile(), quantile))
        .map(
            result ->
                new Finding(
                    kind,
                    quantile,
                    Finding.Source.LABELS,
                    AuditRequest.LABELS,
                    null,
                    result.share(),
                    result.interval(),
                    result.anytime(),
                    result.labels(),
                    result.drawn()))
        .findFirst();
  }

  private Optional<Finding> matcher(PairKind kind, Double quantile, int[] pairs) {
    return IntStream.range(0, judged.judges().size())
        .filter(judge -> judged.judges().get(judge).scores().saysMatches())
        .boxed()
        .findFirst()
        .flatMap(
            judge ->
                finding(
                    kind,
                    quantile,
                    Finding.Source.JUDGE,
                    judged.judges().get(judge).name(),
                    threshold,
                    verdicts.above(judge, threshold, pairs),
                    pairs));
  }

  private static Optional<Finding> finding(
      PairKind kind,
      Double quantile,
      Finding.Source source,
      String judge,
      Double threshold,
      Rate rate,
      int[] pairs) {
    return rate.judged() == 0
        ? Optional.empty()
        : Optional.of(
            new Finding(
                kind,
                quantile,
                source,
                judge,
                threshold,
                rate.share(),
                rate.interval(),
                null,
                rate.judged(),
                pairs.length));
  }

  /** Returns the finding by the most precise of the reliable corrections. */
  private Optional<Finding> corrected(PairKind kind, Double quantile, int[] pairs) {
    return corrections.stream()
        .filter(row -> row.kind() == kind && Objects.equals(row.quantile(), quantile))
        .filter(row -> row.corrected().doubt() == Correction.Doubt.NONE)
        .min(Comparator.comparingDouble(row -> row.corrected().interval().halfWidth()))
        .map(
            row ->
                new Finding(
                    kind,
                    quantile,
                    Finding.Source.CORRECTED,
                    row.judge(),
                    row.threshold(),
                    row.corrected().share(),
                    row.corrected().interval(),
                    null,
                    row.apparent().judged(),
                    pairs.length));
  }
}
