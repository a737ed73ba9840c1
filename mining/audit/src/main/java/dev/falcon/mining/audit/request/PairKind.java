// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Optional;

/** The kinds of negatives. */
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
  /** A pair of known truth that is scored to estimate the judges' errors, and not audited. */
  CALIBRATION("calibration");

  private final String label;

  PairKind(String label) {
    this.label = label;
  }

  /** Returns the name used in tables. */
  @JsonValue
  public String label() {
    return label;
  }

  /** Returns the audited kind with a name in tables; empty if no kind has it. */
  public static Optional<PairKind> audited(String label) {
    return hardestFirst().stream().filter(kind -> kind.label.equals(label)).findFirst();
  }

  /** Returns whether pairs of this kind are audited, and not only drawn for calibration. */
  public boolean audited() {
    return this != CALIBRATION;
  }

  /** Returns the audited kinds, the hardest to distinguish from matches first. */
  public static List<PairKind> hardestFirst() {
    return List.of(HARDEST, QUANTILE, CHAIN, LISTED, OFF_DIAGONAL);
  }
}
