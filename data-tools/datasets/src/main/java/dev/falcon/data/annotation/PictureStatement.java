// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import java.util.List;
import java.util.Optional;

/**
 * A statement about several pictures, as in NLVR2.
 *
 * @param id the official identifier {@code split-set-pair-sentence}, or the statement's number
 * @param images the pictures' files, left to right
 * @param sentence the statement
 * @param label whether the statement is true; empty if that is not public
 */
public record PictureStatement(
    String id, List<String> images, String sentence, Optional<Boolean> label) {
  public PictureStatement {
    images = List.copyOf(images);
  }

  /**
   * Returns the name that all statements with the same sentence share, whatever their pictures: the
   * identifier with its third part blanked.
   */
  public String sentenceId() {
    return sentenceId(id);
  }

  /** Returns {@link #sentenceId()} for an identifier. */
  public static String sentenceId(String identifier) {
    String[] parts = identifier.split("-", -1);
    if (parts.length < 4) {
      return identifier;
    }
    parts[2] = "";
    return String.join("-", parts);
  }
}
