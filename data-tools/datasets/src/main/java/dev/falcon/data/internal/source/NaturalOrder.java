// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.util.Comparator;

/**
 * Orders names with their numbers compared numerically: {@code 2.tar} before {@code 10.tar}. Names
 * that differ only in leading zeros are ordered as text.
 */
public final class NaturalOrder implements Comparator<String> {
  public static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String left, String right) {
    int i = 0;
    int j = 0;
    while (i < left.length() && j < right.length()) {
      int order;
      if (isDigit(left.charAt(i)) && isDigit(right.charAt(j))) {
        int leftEnd = endOfDigits(left, i);
        int rightEnd = endOfDigits(right, j);
        order = compareNumbers(left.substring(i, leftEnd), right.substring(j, rightEnd));
        i = leftEnd;
        j = rightEnd;
      } else {
        order = Character.compare(left.charAt(i++), right.charAt(j++));
      }
      if (order != 0) {
        return order;
      }
    }
    int rest = Integer.compare(left.length() - i, right.length() - j);
    return rest != 0 ? rest : left.compareTo(right);
  }

  private static int compareNumbers(String left, String right) {
    String leftDigits = left.replaceFirst("^0+", "");
    String rightDigits = right.replaceFirst("^0+", "");
    int byLength = Integer.compare(leftDigits.length(), rightDigits.length());
    return byLength != 0 ? byLength : leftDigits.compareTo(rightDigits);
  }

  private static int endOfDigits(String text, int start) {
    int end = start;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
