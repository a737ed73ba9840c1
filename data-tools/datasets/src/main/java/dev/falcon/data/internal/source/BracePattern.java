// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expands one word to several file names, in the syntax of shells and open_clip: {@code
 * {000..150}.tar}, {@code {train,val}.tar}, and several patterns joined by {@code ::}.
 */
public final class BracePattern {
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})\\.\\.([0-9]{1,18})");
  private static final int MAX_NAMES = 1_000_000;

  private BracePattern() {}

  /** Returns all names, in order. */
  public static List<String> expand(String pattern) {
    List<String> names = new ArrayList<>();
    for (String part : pattern.split("::", -1)) {
      if (part.isEmpty()) {
        throw new RequestException("dataset '" + pattern + "' names nothing beside a '::'");
      }
      expand(part, names);
    }
    return names;
  }

  private static void expand(String pattern, List<String> names) {
    Matcher braces = BRACES.matcher(pattern);
    if (!braces.find()) {
      if (names.size() == MAX_NAMES) {
        throw new RequestException("the dataset's pattern names more than " + MAX_NAMES + " files");
      }
      names.add(pattern);
      return;
    }
    String before = pattern.substring(0, braces.start());
    String after = pattern.substring(braces.end());
    Matcher range = RANGE.matcher(braces.group(1));
    if (range.matches()) {
      expandRange(before, range.group(1), range.group(2), after, names);
    } else {
      for (String choice : braces.group(1).split(",", -1)) {
        expand(before + choice + after, names);
      }
    }
  }

  /** Expands a range of numbers. They are padded with zeros if either bound is, as in shells. */
  private static void expandRange(
      String before, String first, String last, String after, List<String> names) {
    boolean padded = isPadded(first) || isPadded(last);
    int width = padded ? Math.max(first.length(), last.length()) : 1;
    long from = Long.parseLong(first);
    long to = Long.parseLong(last);
    if (Math.abs(to - from) >= MAX_NAMES) {
      throw new RequestException("{" + first + ".." + last + "} names too many files");
    }
    long step = from <= to ? 1 : -1;
    for (long number = from; number != to + step; number += step) {
      String digits = Long.toString(number);
      expand(before + "0".repeat(Math.max(0, width - digits.length())) + digits + after, names);
    }
  }

  private static boolean isPadded(String number) {
    return number.length() > 1 && number.charAt(0) == '0';
  }
}
