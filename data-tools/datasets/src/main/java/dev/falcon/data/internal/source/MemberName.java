// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A member's name, split by WebDataset's rule: the key is the folder and the file's name up to its
 * first dot; the suffix is the rest after that dot, in lower case.
 */
public record MemberName(String key, String suffix) {
  private static final Pattern SKIPPED = Pattern.compile("__[^/]*__($|/)");
  private static final Pattern OUTSIDE =
      Pattern.compile("(^|[/\\\\])\\.\\.([/\\\\]|$)|^[/\\\\]|^[A-Za-z]:");

  /**
   * Splits a name; empty for members that belong to no sample, whose names have no dot or a leading
   * dot or are of the form {@code __name__}.
   */
  public static Optional<MemberName> of(String name) {
    int file = name.lastIndexOf('/') + 1;
    int dot = name.indexOf('.', file);
    if (dot <= file || SKIPPED.matcher(name).lookingAt()) {
      return Optional.empty();
    }
    return Optional.of(
        new MemberName(name.substring(0, dot), name.substring(dot + 1).toLowerCase(Locale.ROOT)));
  }

  /** Returns whether the name would leave the folder into which the tar is extracted. */
  public static boolean leadsOutside(String name) {
    return OUTSIDE.matcher(name).find();
  }
}
