// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.PairKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A comparison of two audits: every rate that both have, except the rates by caption length and by
 * number of matches.
 *
 * @param rows the compared shares, in the order of the first audit
 */
public record AuditComparison(List<Row> rows) {
  /**
   * One compared share.
   *
   * @param id the share's name in both audits
   * @param measure what the shares measure
   * @param value the quantile; null if the share has none
   * @param main whether it belongs to the first audit's findings
   * @param difference the second audit's share less the first's
   * @param interval the 95 % interval of the difference: Newcombe's, for independent audits
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Row(
      String id,
      String judge,
      AuditResult.Measure measure,
      Double threshold,
      PairKind kind,
      Direction direction,
      String value,
      Rate first,
      Rate second,
      double difference,
      Interval interval,
      boolean main) {}

  /** Compares two files {@code audit.json}. */
  public static AuditComparison of(Path first, Path second) {
    AuditResult one = read(first);
    Map<String, Rate> ofSecond = new LinkedHashMap<>();
    read(second).rates().forEach(row -> ofSecond.put(row.id(), row.rate()));
    List<Row> rows = new ArrayList<>();
    for (RateRow row : one.generationRates()) {
      Rate other = ofSecond.get(row.id());
      if (other != null && (row.group() == null || row.group().equals("quantile"))) {
        rows.add(
            new Row(
                row.id(),
                row.judge(),
                row.measure(),
                row.threshold(),
                row.kind(),
                row.direction(),
                row.value(),
                row.rate(),
                other,
                other.share() - row.rate().share(),
                Interval.ofDifference(
                    other.share(), other.interval(), row.rate().share(), row.rate().interval()),
                row.direction() == null
                    && (row.value() == null || row.kind() == PairKind.QUANTILE)
                    && isFound(one, row)));
      }
    }
    if (rows.isEmpty()) {
      throw new FalconException(
          first + " and " + second + ": have no rate of one judge, threshold and kind in common");
    }
    return new AuditComparison(rows);
  }

  /**
   * Returns whether the audit's finding is by this judge at this threshold. Audits of early
   * versions have no findings.
   */
  private static boolean isFound(AuditResult audit, RateRow row) {
    return audit.findings().isEmpty()
        || audit.findings().stream()
            .anyMatch(
                finding ->
                    finding.kind() == row.kind()
                        && Objects.equals(finding.judge(), row.judge())
                        && Objects.equals(finding.threshold(), row.threshold()));
  }

  static AuditResult read(Path file) {
    AuditResult result = Json.read(file, AuditResult.class);
    boolean known = AuditResult.FORMAT.equals(result.format());
    if (known && result.version() > AuditResult.CURRENT_VERSION) {
      throw new FalconException(
          file + ": version " + result.version() + " is newer than this Falcon reads");
    }
    if (!known || !hasRates(result)) {
      throw new FalconException(file + ": is not an audit.json that falcon audit-fn wrote");
    }
    return result;
  }

  private static boolean hasRates(AuditResult result) {
    return result.rates() != null
        && result.rates().stream()
            .allMatch(
                row -> row.kind() != null && row.rate() != null && row.rate().interval() != null);
  }
}
