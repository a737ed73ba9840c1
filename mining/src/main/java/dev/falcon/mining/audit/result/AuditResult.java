package dev.falcon.mining.audit.result;

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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an audit found: the content of {@code audit.json}.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the fields, {@value #CURRENT_VERSION}
 * @param findings how many negatives of each kind are false, by the best that is there to tell;
 *     hardest first; empty where nothing but uncalibrated cosines judged
 * @param strata what was drawn from what
 * @param judges who judged, truth not among them
 * @param rates shares of pairs that a judge calls matches, or that score above a threshold; in
 *     files {@code shares}, for a share of cosines is no rate
 * @param scores how each judge's scores are distributed
 * @param filters what a judge's threshold would do as a filter; empty without truth
 * @param detectors how well a judge tells false negatives; empty without truth
 * @param fits thresholds fitted on the calibration file; empty without one
 * @param corrections rates corrected for the errors seen on the calibration file; likewise
 * @param truthKnown how many audited pairs have a known truth
 * @param pairsForPrecision how many pairs the asked precision needs, where more than were allowed;
 *     else null
 * @param sharedWithCalibration how many audited pairs are in the calibration file, too
 * @param rejected how many samples could not be judged
 * @param provenance where all this comes from
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
    long truthKnown,
    Long pairsForPrecision,
    long sharedWithCalibration,
    long rejected,
    Provenance provenance) {
  /** What the format field holds. */
  public static final String FORMAT = "falcon_audit";

  /** The version that this Falcon writes. */
  public static final int CURRENT_VERSION = 3;

  /** The lists that audits of the first version lack are empty. */
  public AuditResult {
    findings = findings == null ? List.of() : List.copyOf(findings);
    scores = scores == null ? List.of() : List.copyOf(scores);
  }

  /** The distributions of each kind; of a grid those of its quantiles, and not of all together. */
  public List<ScoreSummary> tellingScores() {
    boolean levels =
        scores.stream().anyMatch(row -> row.kind() == PairKind.QUANTILE && row.quantile() != null);
    return scores.stream()
        .filter(row -> (row.kind() == PairKind.QUANTILE && levels) == (row.quantile() != null))
        .toList();
  }

  /** The rates without those of a group that all pairs of the kind belong to. */
  public List<RateRow> tellingRates() {
    Map<List<?>, Set<String>> values = new HashMap<>();
    rates.forEach(
        row -> values.computeIfAbsent(row.grouping(), g -> new HashSet<>()).add(row.valueOrNone()));
    return rates.stream()
        .filter(row -> row.group() == null || values.get(row.grouping()).size() > 1)
        .toList();
  }

  /**
   * A judge.
   *
   * @param scores what its scores are
   */
  public record JudgeInfo(String name, JudgeKind scores) {}

  /**
   * A share of pairs.
   *
   * @param judge by whom
   * @param measure what it is a share of
   * @param threshold a score above it is a match; null of truth
   * @param direction null where both are taken together
   * @param group what the pairs have in common, such as {@code quantile}; null for all
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
    /** Audits of the first version tell no measure. */
    public RateRow {
      measure = measure == null ? Measure.MATCHES : measure;
    }

    /** A name that no other row of the audit has, such as {@code hardest/both/truth}. */
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

  /** What a rate is a share of. */
  public enum Measure {
    /** Of pairs that are matches by truth or by a matcher: the false negatives. */
    MATCHES("matches"),
    /** Of pairs whose cosine is above a threshold; whether they match it does not say. */
    SCORES_ABOVE("scores_above");

    private final String label;

    Measure(String label) {
      this.label = label;
    }

    /** Its name in files. */
    @JsonValue
    public String label() {
      return label;
    }
  }

  /**
   * What becomes of negatives if those that a judge calls matches are left out.
   *
   * @param stillFalse the share of false ones among those that are kept
   * @param goodLost the share of good ones that are left out
   * @param quantile of the negatives; null where they have none
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
   * How well a judge detects false negatives among those of a kind, where truth is known.
   *
   * @param direction null where both are taken together
   * @param averagePrecision null where no pair matches
   * @param averagePrecisionInterval 95 %; null where the pairs tell of none
   * @param rocAuc null unless some pairs match and some do not
   * @param rocAucInterval as of average precision
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
   * Pairs whose scores lie in one stretch: whether scores mean what they say.
   *
   * @param low the stretch's lower end
   * @param high its upper end, which only the last stretch includes
   * @param meanScore weighted
   * @param matches the share that matches
   */
  public record CalibrationBin(double low, double high, double meanScore, Rate matches) {}

  /** Precision and recall at a threshold. */
  public record AtThreshold(double threshold, Rate precision, Rate recall) {}

  /**
   * The threshold that reaches a precision on the calibration file.
   *
   * @param threshold null where none does
   * @param fitted what it does on the calibration file; null likewise
   * @param reported what it does on the audited pairs of known truth, by kind
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Fit(
      String judge,
      double targetPrecision,
      Double threshold,
      AtThreshold fitted,
      List<Reported> reported) {}

  /**
   * What a fitted threshold does on audited pairs.
   *
   * @param precision null where no pair is above the threshold
   * @param recall null where no pair matches
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Reported(PairKind kind, Rate precision, Rate recall) {}

  /**
   * A rate corrected by Rogan and Gladen's estimator.
   *
   * @param sensitivity of the judge on the calibration file
   * @param specificity likewise
   * @param apparent the rate that the judge sees
   * @param corrected the rate that its errors explain, or why there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CorrectionRow(
      String judge,
      double threshold,
      PairKind kind,
      Double quantile,
      Rate sensitivity,
      Rate specificity,
      Rate apparent,
      Correction corrected) {}
}
