package dev.falcon.mining.constraint;

/** Properties that samples of a batch must not share. */
public enum Exclusion {
  /** One image_id: the other caption is true, too. */
  SAME_IMAGE("same-image"),
  /** The same, but while a batch can be filled with others: what commands do unless asked. */
  SAME_IMAGE_IF_POSSIBLE("same-image-if-possible"),
  /** One caption: the other image is true, too. */
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
