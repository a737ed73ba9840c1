package dev.falcon.data.format;

/** How many captions a caption file, such as {@code KEY.txt}, holds. */
public enum CaptionLines {
  /**
   * One, whatever line breaks it has, as open_clip and img2dataset read it; but as many as it has
   * lines where the list {@code captions} of the sample's JSON holds just these lines.
   */
  ONE,

  /** One a line. */
  EACH
}
