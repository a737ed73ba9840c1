// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/** The kind of content from which one of a row's two vectors was made. */
public enum Side {
  /** An image. */
  IMAGE,
  /** A text. */
  TEXT;

  /** The sides of a store of pairs of texts. */
  public static final List<Side> TEXTS = List.of(TEXT, TEXT);

  /** The sides of a store of pairs of images. */
  public static final List<Side> IMAGES = List.of(IMAGE, IMAGE);

  /** Returns the name in files. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
