package dev.falcon.mining.audit.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** Which half of the anchor a negative stands against. */
public enum Direction {
  /** The anchor's image with the candidate's text. */
  IMAGE_TO_TEXT("image_to_text"),
  /** The anchor's text with the candidate's image. */
  TEXT_TO_IMAGE("text_to_image"),
  /** The set of pairs is the same seen from either: all pairs of a batch, a list of pairs. */
  EITHER("either");

  private final String label;

  Direction(String label) {
    this.label = label;
  }

  /** Its name in tables. */
  @JsonValue
  public String label() {
    return label;
  }
}
