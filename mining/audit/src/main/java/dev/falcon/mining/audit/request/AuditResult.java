// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.Provenance;
import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.label.LabelResult;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of an audit: the content of {@code audit.json}.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the fields, {@value #CURRENT_VERSION}
 * @param findings the share of false negatives of each kind by the best available evidence, the
 *     hardest kind first; empty if only uncalibrated cosines judged
 * @param strata the drawn pairs by stratum
 * @param judges the judges, without truth
 * @param rates the shares of pairs that a judge classifies as matches, or that score above a
 *     threshold; named {@code shares} in files, since a share of cosines is not a rate
 * @param scores the distributions of each judge's scores
 * @param filters the effect of filtering by a judge's threshold; empty without truth
 * @param detectors the quality of each judge as a detector of false negatives; empty without truth
 * @param fits the thresholds fitted on the calibration file; empty without one
 * @param corrections the rates corrected for the errors on the calibration file; empty without one
 * @param labels the shares by people's labels, one entry per folder; empty without labels
 * @param sampled the number of audited pairs with an answer in a truth with probabilities; null
 *     without such truth
 * @param truthKnown the number of audited pairs with known truth
 * @param pairsForPrecision the number of pairs that the requested precision needs, if more than may
 *     be drawn; null otherwise
 * @param sharedWithCalibration the number of audited pairs that are also in the calibration file
 * @param rejected the number of samples that could not be judged
 * @param provenance the provenance of the result
 */
@JsonPropertyOrder({"format", "version"})
public record AuditResult(
    String format,
    int version,
    List<Finding> findings,
    List<Stratum> strata,
    List<JudgeInfo> judges,
    @JsonProperty("shares") @JsonAlias("rates") List<RateRow> rates,
    List<ScoreSummary> scores,
    List<FilterRow> filters,
    List<Detector> detectors,
    List<Fit> fits,
    List<CorrectionRow> corrections,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LabelResult> labels,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long sampled,
    long truthKnown,
    Long pairsForPrecision,
    long sharedWithCalibration,
    long rejected,
    Provenance provenance) {
  /** The option in the provenance of pairs that were only drawn. */
  public static final String DRAW_ONLY = "draw-only";

  /** The value of the format field. */
  public static final String FORMAT = "falcon_audit";

  /** The version that this Falcon writes. */
  public static final int CURRENT_VERSION = 3;

  /** Returns whether the pairs were only drawn, for others to judge. */
  public boolean onlyDrawn() {
    return provenance != null && provenance.options().containsKey(DRAW_ONLY);
  }

  /** Replaces lists that audits of the first version lack by empty ones. */
  public AuditResult {
    findings = findings == null ? List.of() : List.copyOf(findings);
    scores = scores == null ? List.of() : List.copyOf(scores);
    labels = labels == null ? List.of() : List.copyOf(labels);
  }

  /**
   * Returns the distributions of each kind; for a grid, those of its quantiles without the pooled
   * ones.
   */
  public List<ScoreSummary> generationScores() {
    boolean levels =
        scores.stream().anyMatch(row -> row.kind() == PairKind.QUANTILE && row.quantile() != null);
    return scores.stream()
        .filter(row -> (row.kind() == PairKind.QUANTILE && levels) == (row.quantile() != null))
        .toList();
  }

  /** Returns the rates, without those of a group that contains all pairs of its kind. */
  public List<RateRow> generationRates() {
    Map<List<?>, Set<String>> values = new HashMap<>();
    rates.forEach(
        row -> values.computeIfAbsent(row.grouping(), g -> new HashSet<>()).add(row.valueOrNone()));
    return rates.stream()
        .filter(row -> row.group() == null || values.get(row.grouping()).size() > 1)
        .toList();
  }

  /**
   * A judge of the audit.
   *
   * @param scores the kind of its scores
   */
  public record JudgeInfo(String name, JudgeKind scores) {}

  /**
   * A share of pairs.
   *
   * @param judge the judge
   * @param measure what the share measures
   * @param threshold the threshold, above which a score is a match; null for truth
   * @param direction the direction; null for both together
   * @param group the common property of the pairs, such as {@code quantile}; null for all
   * @param value the group's value; null for all
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(value = "id", allowGetters = true)
  @JsonPropertyOrder("id")
  public record RateRow(
      String judge,
      Measure measure,
      Double threshold,
      PairKind kind,
      Direction direction,
      String group,
      String value,
      @JsonProperty("share") @JsonAlias("rate") Rate rate) {
    /** Sets the measure that audits of the first version lack. */
    public RateRow {
      measure = measure == null ? Measure.MATCHES : measure;
    }

    /** Returns a name that no other row of the audit has, such as {@code hardest/both/truth}. */
    @JsonProperty("id")
    public String id() {
      return kind.label()
          + '/'
          + (direction == null ? "both" : direction.label())
          + (group == null ? "" : '/' + group + '=' + value)
          + '/'
          + judge
          + (threshold == null ? "" : '>' + DecimalText.of(threshold));
    }

    private List<?> grouping() {
      return Arrays.asList(judge, threshold, kind, direction, group);
    }

    private String valueOrNone() {
      return value == null ? "" : value;
    }
  }

  /** The measure of a rate. */
  public enum Measure {
    /** The share of pairs that match by truth or by a matcher: the false negatives. */
    MATCHES("matches"),
    /** The share of pairs whose cosine is above a threshold, whether they match or not. */
    SCORES_ABOVE("scores_above");

    private final String label;

    Measure(String label) {
      this.label = label;
    }

    /** Returns the name used in files. */
    @JsonValue
    public String label() {
      return label;
    }
  }

  /**
   * The effect of removing the negatives that a judge classifies as matches.
   *
   * @param stillFalse the share of false negatives among those that are kept
   * @param goodLost the share of true negatives that are removed
   * @param quantile the quantile of the negatives; null for none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FilterRow(
      String judge,
      double threshold,
      PairKind kind,
      Double quantile,
      Rate stillFalse,
      Rate goodLost) {}

  /**
   * The quality of a judge as a detector of false negatives among the negatives of a kind with
   * known truth.
   *
   * @param direction the direction; null for both together
   * @param averagePrecision the average precision; null if no pair matches
   * @param averagePrecisionInterval its 95 % interval; null if the pairs determine none
   * @param rocAuc the area under the ROC curve; null unless some pairs match and some do not
   * @param rocAucInterval its 95 % interval; null if the pairs determine none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Detector(
      String judge,
      PairKind kind,
      Direction direction,
      long pairs,
      long matches,
      Double averagePrecision,
      Interval averagePrecisionInterval,
      Double rocAuc,
      Interval rocAucInterval,
      List<AtThreshold> thresholds,
      List<CalibrationBin> calibration) {}

  /**
   * The pairs with scores in one bin, for a calibration curve.
   *
   * @param low the bin's lower end, inclusive
   * @param high the bin's upper end, inclusive only for the last bin
   * @param meanScore the weighted mean of the scores
   * @param matches the share of the pairs that match
   */
  public record CalibrationBin(double low, double high, double meanScore, Rate matches) {}

  /** Precision and recall at a threshold. */
  public record AtThreshold(double threshold, Rate precision, Rate recall) {}

  /**
   * The threshold that reaches a precision on the calibration file.
   *
   * @param threshold the threshold; null if none reaches the precision
   * @param fitted its precision and recall on the calibration file; null without a threshold
   * @param reported its precision and recall on the audited pairs of known truth, by kind
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Fit(
      String judge,
      double targetPrecision,
      Double threshold,
      AtThreshold fitted,
      List<Reported> reported) {}

  /**
   * The precision and recall of a fitted threshold on audited pairs.
   *
   * @param precision the precision; null if no pair is above the threshold
   * @param recall the recall; null if no pair matches
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Reported(PairKind kind, Rate precision, Rate recall) {}

  /**
   * A rate corrected by Rogan and Gladen's estimator.
   *
   * @param calibratedBy the kind itself if the specificity is that of the calibration file's pairs
   *     of this kind; null if it is that of all its pairs
   * @param sensitivity the judge's sensitivity on the calibration file
   * @param specificity the judge's specificity on the calibration file
   * @param apparent the judge's uncorrected rate
   * @param corrected the corrected rate, or the reason why there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CorrectionRow(
      String judge,
      double threshold,
      PairKind kind,
      Double quantile,
      PairKind calibratedBy,
      Rate sensitivity,
      Rate specificity,
      Rate apparent,
      Correction corrected) {}

  /** Formats thresholds and quantiles for people. */
  static final class DecimalText {
    private DecimalText() {}

    /** Returns a number with all its digits and no exponent. */
    static String of(double value) {
      BigDecimal exact = BigDecimal.valueOf(value);
      return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }
  }
}
