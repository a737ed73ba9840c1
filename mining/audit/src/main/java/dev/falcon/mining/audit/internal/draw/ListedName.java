// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * The name by which a list of negatives calls one of its items.
 *
 * @param kind what the value is
 * @param value a key, a text, or the path of a picture
 */
record ListedName(Kind kind, String value) {
  /** The kinds of names. */
  enum Kind {
    KEY,
    TEXT,
    PICTURE,
    /** Not known: columns such as {@code negative} hold keys, texts or paths. */
    ANY
  }

  /** Reads the lists of a file. */
  @FunctionalInterface
  interface Form {
    /** Passes each query with each of its negatives to the receiver. */
    void read(Path file, BiConsumer<ListedName, ListedName> receiver);
  }

  static ListedName key(String value) {
    return new ListedName(Kind.KEY, value);
  }

  static ListedName text(String value) {
    return new ListedName(Kind.TEXT, value);
  }

  static ListedName any(String value) {
    return new ListedName(Kind.ANY, value);
  }

  /** Returns the name of a text, or of the picture in its place if the text is empty. */
  static ListedName of(String text, String picture) {
    return text.isEmpty() && !picture.isEmpty()
        ? new ListedName(Kind.PICTURE, picture)
        : text(text);
  }
}
