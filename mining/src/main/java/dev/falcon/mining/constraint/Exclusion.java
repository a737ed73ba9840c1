package dev.falcon.mining.constraint;

/** Samples that a batch must not hold together. */
public enum Exclusion {
  /** Two samples with one image_id: the other caption is true, too. */
  SAME_IMAGE("same-image"),
  /** Two samples with one caption: the other image is true, too. */
  SAME_CAPTION("same-caption");

  private final String label;

  Exclusion(String label) {
    this.label = label;
  }

  /** Its name in flags and counts. */
  public String label() {
    return label;
  }
}
