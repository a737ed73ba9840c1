package dev.falcon.mining.audit.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/** What makes a pair a negative. */
public enum PairKind {
  /** An anchor and the sample that the chain chose for it. */
  CHAIN("chain"),
  /** An anchor and its most similar sample in the batch: the negative of image-text matching. */
  HARDEST("hardest"),
  /** Any two samples of a batch: the negatives of a contrastive loss. */
  OFF_DIAGONAL("off_diagonal"),
  /** An anchor and its candidate at a quantile of similarity in a search space. */
  QUANTILE("quantile"),
  /** A pair that the user listed. */
  LISTED("listed"),
  /** A pair of known truth, scored to learn the judge's errors and not audited itself. */
  CALIBRATION("calibration");

  private final String label;

  PairKind(String label) {
    this.label = label;
  }

  /** Its name in tables. */
  @JsonValue
  public String label() {
    return label;
  }

  /** Whether it is audited, and not drawn for the judges' sake. */
  public boolean audited() {
    return this != CALIBRATION;
  }

  /** The audited kinds, those first that are hardest to tell from matches. */
  public static List<PairKind> hardestFirst() {
    return List.of(HARDEST, QUANTILE, CHAIN, LISTED, OFF_DIAGONAL);
  }
}
