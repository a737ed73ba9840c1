package dev.falcon.mining.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.statistics.Calibration;
import dev.falcon.data.statistics.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What an audit found: the content of {@code audit.json}.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the fields, {@value #CURRENT_VERSION}
 * @param strata what was drawn from what
 * @param judges who judged
 * @param rates shares of pairs that a judge calls matches
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
    List<Stratum> strata,
    List<JudgeInfo> judges,
    List<RateRow> rates,
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
  public static final int CURRENT_VERSION = 1;

  /** What a reader of the numbers must know, in lines for people; not part of the file. */
  public List<String> cautions() {
    List<String> cautions = new ArrayList<>();
    if (pairsForPrecision != null) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "a precision of %s needs %,d pairs, and --max-pairs allows %s; the intervals are"
                  + " wider",
              provenance.options().get("precision"),
              pairsForPrecision,
              provenance.options().get("max-pairs")));
    }
    if (sharedWithCalibration > 0) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d audited pairs are in the calibration file, too",
              sharedWithCalibration));
    }
    return cautions;
  }

  /**
   * A judge.
   *
   * @param scores what its scores are: {@code match_probability}, {@code cosine} or {@code truth}
   */
  public record JudgeInfo(String name, String scores) {}

  /**
   * A share of pairs that a judge calls matches: false negatives, if it is right.
   *
   * @param threshold a score above it is a match; null of truth
   * @param direction null where both are taken together
   * @param group what the pairs have in common, such as {@code quantile}; null for all
   * @param value the group's value; null for all
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RateRow(
      String judge,
      Double threshold,
      PairKind kind,
      Direction direction,
      String group,
      String value,
      Rate rate) {}

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
   * @param rocAuc null unless some pairs match and some do not
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Detector(
      String judge,
      PairKind kind,
      Direction direction,
      long pairs,
      long matches,
      Double averagePrecision,
      Double rocAuc,
      List<AtThreshold> thresholds,
      List<Calibration.Bin> calibration) {}

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
   * @param corrected the rate that its errors explain
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
      Rate corrected) {}
}
