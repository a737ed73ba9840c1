// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.store.DuplicateKeys;
import java.text.Normalizer;
import java.util.Locale;

/**
 * Decides whether two texts are the same: whether their compatible forms (NFKC) have the same
 * characters once all blanks, no-break ones included, are joined into one and those at the ends are
 * left out. Such texts differ in bytes only; a reader sees one text, and most tokenizers make one
 * of them.
 *
 * @param lowers whether capitals count as small letters, as for a model that lowers its input
 */
public record SameText(boolean lowers) {
  /** The rule for a model that distinguishes capitals, or of which nothing is known. */
  public static final SameText CASED = new SameText(false);

  /** A hash that no text has. */
  public static final long NO_TEXT = 0;

  /**
   * Returns whether nothing of a text can be seen: it is empty, or holds only blanks, no-break ones
   * included, line breaks, and characters that direct or join others, such as the zero-width space.
   */
  public static boolean isBlank(String text) {
    return text.codePoints().allMatch(SameText::isInvisible);
  }

  private static boolean isInvisible(int c) {
    return Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.isISOControl(c)
        || Character.getType(c) == Character.FORMAT;
  }

  /** Returns whether two texts are the same. */
  public boolean same(String a, String b) {
    return a.equals(b) || form(a).equals(form(b));
  }

  /** Returns the form that all texts have which are the same as this one. */
  public String form(String text) {
    String joined = isPlain(text) ? text : joined(Normalizer.normalize(text, Normalizer.Form.NFKC));
    // By way of capitals, since the capitals of 'ß' are 'SS', and 'Σ' has two small letters.
    return lowers ? joined.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT) : joined;
  }

  /** Returns a hash of a text's form, which is never {@link #NO_TEXT}. */
  public long hash(String text) {
    String form = form(text);
    long hash = DuplicateKeys.hash(form);
    return hash == NO_TEXT ? 1 : hash;
  }

  /**
   * Returns whether a text has its blanks and characters in this form, as most texts in English do.
   */
  private boolean isPlain(String text) {
    boolean blank = true; // at the start, or after a blank
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || (c == ' ' && blank)) {
        return false;
      }
      blank = c == ' ';
    }
    return !blank || text.isEmpty();
  }

  private static String joined(String text) {
    StringBuilder joined = new StringBuilder(text.length());
    boolean pending = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        pending = joined.length() > 0;
      } else {
        if (pending) {
          joined.append(' ');
          pending = false;
        }
        joined.append(c);
      }
    }
    return joined.toString();
  }
}
