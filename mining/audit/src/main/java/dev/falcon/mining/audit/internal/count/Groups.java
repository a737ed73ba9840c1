// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.mining.audit.internal.draw.Items;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Groups pairs by the length of their caption, and by the number of images of which it is true.
 *
 * <p>Memory: 2 bytes per item.
 */
final class Groups {
  /** No group. */
  public static final int NONE = -1;

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Stretches WORDS = new Stretches(1, 5, 9, 13, 17);
  private static final Stretches MATCHES = new Stretches(1, 2, 4, 8, 16, 64);

  private final byte[] words;
  private final byte[] matches;

  /**
   * Ranges of whole numbers that start at the given numbers, and one range for the numbers below.
   */
  private record Stretches(int... firsts) {
    int of(int number) {
      int found = Arrays.binarySearch(firsts, number);
      return found >= 0 ? found + 1 : -found - 1;
    }

    /** Returns the name of a range, such as {@code 5-8}. */
    String name(int stretch) {
      if (stretch == 0) {
        return "0";
      }
      int first = firsts[stretch - 1];
      if (stretch == firsts.length) {
        return first + "+";
      }
      int last = firsts[stretch] - 1;
      return last == first ? Integer.toString(last) : first + "-" + last;
    }
  }

  /**
   * Groups items.
   *
   * @param trueMatches the number of images of which each text is true // [items], or empty
   */
  public Groups(Items items, int[] trueMatches) {
    words = new byte[items.size()];
    matches = new byte[items.size()];
    for (int item = 0; item < words.length; item++) {
      words[item] = (byte) items.second(item).words().map(Groups::words).orElse(NONE).intValue();
      matches[item] = (byte) (trueMatches.length > 0 ? MATCHES.of(trueMatches[item]) : NONE);
    }
  }

  private static int words(String caption) {
    String stripped = caption.strip();
    return WORDS.of(stripped.isEmpty() ? 0 : SPACE.split(stripped).length);
  }

  /** Returns the group of a caption's length; {@link #NONE} for a second image. */
  public int words(int text) {
    return words[text];
  }

  public int matches(int text) {
    return matches[text];
  }

  public static String wordsName(int group) {
    return WORDS.name(group);
  }

  public static String matchesName(int group) {
    return MATCHES.name(group);
  }
}
