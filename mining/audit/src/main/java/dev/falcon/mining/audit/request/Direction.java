// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonValue;

/** The sides of an anchor and a negative that make a pair. */
public enum Direction {
  /** The anchor's image with the candidate's text. */
  IMAGE_TO_TEXT("image_to_text"),
  /** The anchor's text with the candidate's image. */
  TEXT_TO_IMAGE("text_to_image"),
  /** No direction, for all pairs of a batch or a list of pairs. */
  EITHER("either");

  private final String label;

  Direction(String label) {
    this.label = label;
  }

  /** Returns the name used in tables. */
  @JsonValue
  public String label() {
    return label;
  }
}
